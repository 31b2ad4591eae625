import Foundation
import GRDB
package import MovieProtocol

/// Upstream's responses, cached across restarts: `cache.sqlite` in the cache folder.
///
/// Runs on a thread of its own; the first call opens the file. Failures never cause an error: if the disk is
/// full or the file damaged, less is cached, and `onNotice` is called once.
package actor UpstreamCache {
  /// Nothing is used for longer: https://www.themoviedb.org/api-terms-of-use
  static let oldest: Duration = .milliseconds(oldestMilliseconds)
  private static let oldestMilliseconds: Int64 = 183 * 86_400_000
  /// The time of use is written no more often than this.
  private static let useIsWritten: Duration = .seconds(3600)
  /// How long the disk is not used after a failure that is not the file's.
  private static let pause: Duration = .seconds(10)

  private let thread = DatabaseThread(name: "movierpc-cache")
  private var file: UpstreamCacheFile
  private let maxBytes: Int
  let clock: @Sendable () -> Timestamp
  private let onNotice: @Sendable (String) -> Void
  private var notices: Set<String> = []
  private var pausedUntil: Timestamp?
  private var isClosed = false
  /// The size of all bodies; nil before the file is opened.
  private var bodyBytes: Int?

  nonisolated package var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// - Parameters:
  ///   - folder: nil: in memory.
  ///   - maxBytes: of bodies; 0: nothing is cached.
  ///   - onNotice: receives one line for a log, on the cache's thread.
  package init(
    folder: String?, maxBytes: Int, clock: @escaping @Sendable () -> Timestamp = { .now },
    onNotice: @escaping @Sendable (String) -> Void
  ) {
    file = UpstreamCacheFile(folder: folder)
    (self.maxBytes, self.clock, self.onNotice) = (maxBytes, clock, onNotice)
  }

  /// Cached bytes; 0 before the first call.
  package var bytes: Int { bodyBytes ?? 0 }

  package func close() {
    isClosed = true
    file.close()
  }

  /// Also nil if the disk fails.
  package func find(_ key: String) -> CachedResponse? {
    let now = clock()
    return attempt { database in
      let statement = try database.cachedStatement(
        sql: "SELECT \(CachedResponse.names), used_at FROM cache.answer WHERE key = ?")
      guard let row = try Row.fetchOne(statement, arguments: [key]) else { return nil }
      guard let answer = Self.answer(row) else {
        // The row is damaged; the next response of upstream replaces it.
        try delete(key, database)
        return nil
      }
      guard Self.isUsable(answer, at: now) else { return nil }
      let usedAt = Timestamp(milliseconds: row.value("used_at") ?? 0)
      if usedAt > now || usedAt < now - Self.useIsWritten {
        try database.run("UPDATE cache.answer SET used_at = ? WHERE key = ?", [now.milliseconds, key])
      }
      return answer
    } ?? nil
  }

  package func store(_ answer: CachedResponse) {
    // One response must not evict all others.
    guard answer.body.count <= maxBytes / 4 else { return remove(answer.key) }
    let now = clock()
    attempt { database in
      let old = try Self.size(of: answer.key, database)
      try database.write(
        "INSERT OR REPLACE INTO cache.answer", answer.values + ["used_at": now.milliseconds])
      bodyBytes = max(0, (bodyBytes ?? 0) - old) + answer.body.count
      try makeRoom(database)
    }
  }

  /// Upstream has revalidated it.
  package func confirm(_ key: String, fetchedAt: Timestamp, freshUntil: Timestamp, etag: String?) {
    attempt { database in
      try database.run(
        "UPDATE cache.answer SET said_at = ?, fresh_until = ?, etag = ? WHERE key = ?",
        [fetchedAt.milliseconds, freshUntil.milliseconds, etag, key])
    }
  }

  package func remove(_ key: String) {
    attempt { try delete(key, $0) }
  }

  private func delete(_ key: String, _ database: Database) throws {
    let old = try Self.size(of: key, database)
    try database.run("DELETE FROM cache.answer WHERE key = ?", [key])
    bodyBytes = max(0, (bodyBytes ?? 0) - old)
  }

  /// The most recently used responses, up to this many bytes; the last used first.
  package func recent(bytes: Int) -> [CachedResponse] {
    let now = clock()
    return attempt { database in
      let rows = try Row.fetchCursor(
        database, sql: "SELECT \(CachedResponse.names) FROM cache.answer ORDER BY used_at DESC")
      var (answers, room): ([CachedResponse], Int) = ([], bytes)
      while let row = try rows.next() {
        guard let answer = Self.answer(row), Self.isUsable(answer, at: now) else { continue }
        room -= answer.body.count
        guard room >= 0 else { break }
        answers.append(answer)
      }
      return answers
    } ?? []
  }

  /// Responses whose bodies contain these bytes, the newest first. Reads all bodies.
  ///
  /// - Parameter beginning: the prefix of their keys.
  package func containing(_ bytes: [UInt8], beginning: String, limit: Int) -> [CachedResponse] {
    let now = clock()
    return attempt { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(CachedResponse.names) FROM cache.answer
          WHERE status = 200 AND instr(body, ?) AND substr(key, 1, length(?)) = ? ORDER BY said_at DESC
          """, arguments: [Data(bytes), beginning, beginning])
      var answers: [CachedResponse] = []
      while answers.count < limit, let row = try rows.next() {
        if let answer = Self.answer(row), Self.isUsable(answer, at: now) { answers.append(answer) }
      }
      return answers
    } ?? []
  }

  /// The result of `work`, or nil if it failed. A file that turns out to be damaged is recreated once.
  @discardableResult
  func attempt<Result>(_ work: (Database) throws -> Result) -> Result? {
    guard !isClosed, maxBytes > 0, pausedUntil.map({ clock() >= $0 || clock() < $0 - Self.pause }) ?? true
    else { return nil }
    for _ in 0..<2 {
      do {
        let queue = try file.open()
        let result = try queue.inDatabase { database in
          if bodyBytes == nil { try begin(database) }
          return try work(database)
        }
        pausedUntil = nil
        return result
      } catch let error where UpstreamCacheFile.isDamage(error) {
        file.remove()
        bodyBytes = nil
        notify("\(file.path) cannot be used; removed and created again: \(Self.words(error))")
      } catch {
        // Existing entries can still be read when writing fails.
        if bodyBytes == nil { pausedUntil = clock() + Self.pause }
        notify("\(file.path) cannot be used; responses are not cached on disk: \(Self.words(error))")
        return nil
      }
    }
    pausedUntil = clock() + Self.pause
    return nil
  }

  private func begin(_ database: Database) throws {
    // Entries of the future are not used, and leave first when room is needed: the clock may be behind now. Or ahead:
    // so those that are too old for it leave only when a later response shows that this time has come.
    try database.execute(
      sql: "DELETE FROM cache.answer WHERE said_at < min(?, (SELECT max(said_at) FROM cache.answer)) - ?",
      arguments: [clock().milliseconds, Self.oldestMilliseconds])
    bodyBytes =
      try Int.fetchOne(database, sql: "SELECT coalesce(sum(length(body)), 0) FROM cache.answer") ?? 0
    try makeRoom(database)
  }

  /// Evicts entries of the future, then the least recently used ones, a tenth of the maximum at a time.
  private func makeRoom(_ database: Database) throws {
    guard let bytes = bodyBytes, bytes > maxBytes else { return }
    var excess = bytes - maxBytes / 10 * 9
    var leaving: [Int64] = []
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, length(body) AS bytes FROM cache.answer
        ORDER BY max(said_at, used_at) <= ?, used_at, id
        """, arguments: [(clock() + .seconds(86_400)).milliseconds])
    while excess > 0, let row = try rows.next() {
      guard let id: Int64 = row.value("id") else { continue }
      leaving.append(id)
      excess -= row.value("bytes") ?? 0
    }
    for id in leaving {
      try database.run("DELETE FROM cache.answer WHERE id = ?", [id])
    }
    bodyBytes =
      try Int.fetchOne(database, sql: "SELECT coalesce(sum(length(body)), 0) FROM cache.answer") ?? 0
  }

  /// Once for each reason.
  private func notify(_ notice: String) {
    guard notices.count < 16, notices.insert(notice).inserted else { return }
    onNotice(notice)
  }
}

extension UpstreamCache {
  /// Nil if a damaged file has another value: text where a number is expected, or a number that is not a
  /// valid time.
  private static func answer(_ row: Row) -> CachedResponse? {
    guard let answer = (try? CachedResponse.read(row)) ?? nil, [200, 404].contains(answer.status),
      moments.contains(answer.fetchedAt), moments.contains(answer.freshUntil)
    else { return nil }
    return answer
  }

  private static func isUsable(_ answer: CachedResponse, at now: Timestamp) -> Bool {
    answer.fetchedAt <= now && answer.fetchedAt > now - oldest
  }

  /// From 1970 up to the year 9999.
  private static let moments: ClosedRange<Timestamp> = .epoch...Timestamp(milliseconds: 253_402_300_799_999)

  private static func size(of key: String, _ database: Database) throws -> Int {
    try database.first("SELECT length(body) FROM cache.answer WHERE key = ?", [key]) ?? 0
  }

  /// SQLite's own words; never a statement or its arguments, which have what people searched for.
  private static func words(_ error: any Error) -> String {
    switch error {
    case let error as DatabaseError:
      "\(error.message ?? "SQLite failed") (\(error.extendedResultCode.rawValue))"
    case let damage as UpstreamCacheFile.Damage: damage.reason
    default: "\(error)"
    }
  }
}
