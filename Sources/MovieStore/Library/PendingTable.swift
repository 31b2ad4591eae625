import GRDB
import JSONRPC
import MovieProtocol

/// The table `pending`: the imported titles of one profile that were not found.
struct PendingTable {
  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// Of all profiles.
  static func isAnyToTry(_ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM pending WHERE kind = ?)",
      arguments: [PendingTitle.unavailable]) ?? false
  }

  /// Of all profiles that have any.
  static func countsToTry(_ database: Database) throws -> [(profile: String, count: Int)] {
    try Row.fetchAll(
      database,
      sql: "SELECT profile, count(*) FROM pending WHERE kind = ? GROUP BY profile ORDER BY profile",
      arguments: [PendingTitle.unavailable]
    ).map { (try $0.decode(atIndex: 0), try $0.number(at: 1, in: StoredBounds.count)) }
  }

  func count() throws -> Int {
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM pending WHERE profile = ?", arguments: [profile]) ?? 0
  }

  /// The `id` of the last title; 0: there is none. No `id` is used twice.
  func last() throws -> Int64 {
    try Int64.fetchOne(
      database, sql: "SELECT max(id) FROM pending WHERE profile = ?", arguments: [profile]) ?? 0
  }

  func contains(_ identity: String) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM pending WHERE profile = ? AND identity = ?")
    return try Bool.fetchOne(statement, arguments: [profile, identity]) ?? false
  }

  func remove(_ identity: String) throws {
    try database.cachedStatement(sql: "DELETE FROM pending WHERE profile = ? AND identity = ?")
      .execute(arguments: [profile, identity])
  }

  /// - Parameter change: only those that came with this import.
  /// - Returns: the number of titles removed.
  func removeAll(of change: Int64? = nil) throws -> Int {
    try database.execute(
      sql: "DELETE FROM pending WHERE profile = ?1 AND (?2 IS NULL OR change = ?2)",
      arguments: [profile, change])
    return database.changesCount
  }

  /// An existing row loses nothing, as when a file contains a title twice.
  func insert(_ title: PendingTitle) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO pending (profile, list, identity, keys, title, original_title, year, media_type, imdb_id,
          added_at, note, watched_at, kind, reason, change)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (profile, identity) DO UPDATE SET added_at = min(added_at, excluded.added_at),
          note = iif(note = '', excluded.note, note),
          watched_at = coalesce(max(watched_at, excluded.watched_at), watched_at, excluded.watched_at),
          kind = excluded.kind, reason = excluded.reason
        """
    ).execute(arguments: [
      profile, title.list.rawValue, title.identity, title.keys.map(\.text).joined(separator: " "),
      title.title,
      title.originalTitle, title.year, title.mediaType?.rawValue, title.imdbID, title.addedAt.seconds,
      title.note, title.watchedAt?.seconds, title.kind, title.message.column, title.change,
    ])
  }

  /// In the order in which they were added.
  func titles(_ rows: Range<Int>) throws -> [PendingTitle] {
    try fetch("ORDER BY id LIMIT ? OFFSET ?", [rows.count, rows.lowerBound])
  }

  func toTry(after id: Int64, _ limit: Int) throws -> [PendingTitle] {
    try fetch("AND id > ? AND kind = ? ORDER BY id LIMIT ?", [id, PendingTitle.unavailable, limit])
  }

  /// - Parameter rest: of the statement.
  private func fetch(_ rest: String, _ arguments: StatementArguments) throws -> [PendingTitle] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT id, list, identity, keys, title, original_title, year, media_type, imdb_id, added_at, note,
          watched_at, kind, reason, change FROM pending WHERE profile = ? \(rest)
        """, arguments: [profile] + arguments)
    return try rows.compactMap { row in
      guard let list = LibraryList(rawValue: try row.decode(atIndex: 1)) else { return nil }
      var title = PendingTitle(
        list, identity: try row.decode(atIndex: 2), addedAt: try row.seconds(at: 9),
        kind: try row.decode(atIndex: 12), message: Message(column: try row.decode(atIndex: 13)))
      title.id = try row.decode(atIndex: 0)
      let keys: String = try row.decode(atIndex: 3)
      title.keys = keys.split(separator: " ").compactMap { TitleKey(String($0)) }
      title.title = try row.decode(atIndex: 4)
      title.originalTitle = try row.decode(atIndex: 5)
      title.year = try row.numberIfPresent(at: 6, in: 0...9999)
      title.mediaType = (row.value(at: 7) as String?).flatMap(Title.MediaType.init(rawValue:))
      title.imdbID = try row.decode(atIndex: 8)
      title.note = try row.decode(atIndex: 10)
      title.watchedAt = try row.secondsIfPresent(at: 11)
      title.change = try row.decode(atIndex: 14)
      return title
    }
  }
}
