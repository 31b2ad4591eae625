import GRDB
import Synchronization
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite(.timeLimit(.minutes(20))) struct UpstreamCacheFileTests {
  /// The other daemon comes before each statement of the first one in turn, with all it does to a new file.
  @Test func a_file_that_another_daemon_makes_meanwhile_is_no_damage() throws {
    var statements = 1
    var statement = 1
    while statement <= statements {
      let folder = try TemporaryFolder()
      let (first, second) = (try attached(folder), try attached(folder))
      defer { for queue in [first, second] { try? queue.close() } }
      statements = 0
      try first.inDatabase { database in
        database.trace(options: .statement) { _ in
          statements += 1
          // While the first one has it for itself, the second has to wait, which it does not here.
          if statements == statement { try? second.inDatabase(UpstreamCacheFile.prepare) }
        }
        try UpstreamCacheFile.prepare(database)
        database.trace(options: .statement)
      }
      try second.inDatabase { database in
        try UpstreamCacheFile.prepare(database)
        #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM cache.answer") == 0)
      }
      statement += 1
    }
    #expect(statements > 4)
  }

  /// It is looked at again later, and not taken for a damaged one since it could not be looked at.
  @Test func a_file_that_another_daemon_holds_is_left_as_it_is() async throws {
    let folder = try TemporaryFolder()
    let clock = Clock()
    let answers = ["a", "b"].map {
      CachedResponse(key: $0, status: 200, body: [], fetchedAt: 1, freshUntil: 2)
    }
    var cache = clock.cache(folder)
    await cache.store(answers[0])
    await cache.close()
    let other = try attached(folder)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    cache = clock.cache(folder)
    #expect(await cache.find("a") == nil)
    // After the pause.
    clock.now.add(20_000, ordering: .relaxed)
    #expect(await cache.find("a") == nil)
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    clock.now.add(20_000, ordering: .relaxed)
    #expect(await cache.find("a") == answers[0])
    await cache.store(answers[1])
    #expect(await cache.find("b") == answers[1])
    await cache.close()
    try other.close()
  }

  private final class Clock: Sendable {
    let now = Atomic<Int64>(1_000)

    func cache(_ folder: TemporaryFolder) -> UpstreamCache {
      UpstreamCache(
        folder: folder.path, maxBytes: 1 << 20,
        clock: { Timestamp(milliseconds: self.now.load(ordering: .relaxed)) },
        onNotice: { _ in })
    }
  }

  private func attached(_ folder: TemporaryFolder) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.inDatabase { database in
      try database.execute(
        sql: "ATTACH DATABASE ? AS cache", arguments: [folder.path + "/cache.sqlite"])
      _ = try String.fetchOne(database, sql: "PRAGMA cache.journal_mode = WAL")
    }
    return queue
  }
}

extension UpstreamCacheFileTests {
  /// Each cell in turn has what no daemon writes; the table takes it as damaged bytes would.
  @Test(arguments: ["status", "body", "etag", "said_at", "fresh_until", "used_at"])
  func damaged_rows_go_away(_ column: String) async throws {
    let now: Int64 = 1_795_000_000_000
    let clock = Clock()
    clock.now.store(now, ordering: .relaxed)
    let folder = try TemporaryFolder()
    let hostile = ["9223372036854775807", "-9223372036854775808", "'words'", "1e300", "x'ff00'", "NULL"]
    let other = try attached(folder)
    try other.inDatabase { database in
      try UpstreamCacheFile.prepare(database)
      // The same table without its types.
      try database.execute(
        sql: """
          DROP TABLE cache.answer;
          CREATE TABLE cache.answer (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, status, body, etag,
            said_at, fresh_until, used_at);
          """)
    }
    var cache = clock.cache(folder)
    _ = await cache.find("first")
    for isOpen in [true, false] {
      try other.inDatabase { database in
        for (index, value) in hostile.enumerated() {
          try database.execute(
            sql: """
              INSERT OR REPLACE INTO cache.answer VALUES (\(index + 1), 'key\(index)', 200, x'7b7d', NULL,
                \(now), \(now + 1000), \(now));
              UPDATE cache.answer SET \(column) = \(value) WHERE id = \(index + 1)
              """)
        }
      }
      if !isOpen {
        await cache.close()
        cache = clock.cache(folder)
      }
      _ = await cache.recent(bytes: 1 << 20)
      for index in hostile.indices {
        // What was kept can be told from what is asked for next.
        _ = await cache.find("key\(index)")
        let answer = CachedResponse(
          key: "key\(index)", status: 200, body: [1], fetchedAt: Timestamp(milliseconds: now),
          freshUntil: Timestamp(milliseconds: now + 5))
        await cache.store(answer)
        #expect(await cache.find("key\(index)") == answer)
      }
      // What the other one wrote is counted when the file is opened.
      if !isOpen { #expect(await cache.bytes == hostile.count) }
    }
    await cache.close()
    try other.close()
  }
}
