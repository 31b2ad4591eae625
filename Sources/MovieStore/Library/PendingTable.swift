import GRDB
import JSONRPC
import MovieProtocol

extension PendingTitle: StoredRow {
  static let empty = Self(.watchlist, identity: "", addedAt: .epoch, kind: "", message: .words(""))
  static let columns: [Column<Self>] = [
    Column(numbered: "id", \.id),
    Column(known: "list", \.list), Column("identity", \.identity),
    Column(
      "keys", \.keys,
      from: { (text: String) in text.split(separator: " ").compactMap { TitleKey(String($0)) } },
      to: { $0.map(\.text).joined(separator: " ") }),
    Column("title", \.title), Column("original_title", \.originalTitle),
    Column("year", \.year, from: { $0.map((0...9999).nearest) }, to: { $0.map(Int64.init) }),
    Column("media_type", \.mediaType), Column("imdb_id", \.imdbID), Column("added_at", \.addedAt),
    Column("note", \.note), Column("watched_at", \.watchedAt), Column("kind", \.kind),
    Column("reason", \.message), Column("change", \.change),
  ]
}

/// The table `pending`: the imported titles of one profile that were not found.
struct PendingTable {
  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// Of all profiles.
  static func isAnyToTry(_ database: Database) throws -> Bool {
    try database.first("SELECT EXISTS (SELECT 1 FROM pending WHERE kind = ?)", [PendingTitle.unavailable])
      ?? false
  }

  /// Of all profiles that have any.
  static func countsToTry(_ database: Database) throws -> [(profile: String, count: Int)] {
    try Row.fetchAll(
      database,
      sql: "SELECT profile, count(*) AS count FROM pending WHERE kind = ? GROUP BY profile ORDER BY profile",
      arguments: [PendingTitle.unavailable]
    ).map { (try $0.decode(forColumn: "profile"), try $0.decode(forColumn: "count")) }
  }

  func count() throws -> Int {
    try database.first("SELECT count(*) FROM pending WHERE profile = ?", [profile]) ?? 0
  }

  /// The `id` of the last title; 0: there is none. No `id` is used twice.
  func last() throws -> Int64 {
    try database.first("SELECT max(id) FROM pending WHERE profile = ?", [profile]) ?? 0
  }

  func contains(_ identity: String) throws -> Bool {
    try database.first("SELECT 1 FROM pending WHERE profile = ? AND identity = ?", [profile, identity])
      ?? false
  }

  func remove(_ identity: String) throws {
    try database.run("DELETE FROM pending WHERE profile = ? AND identity = ?", [profile, identity])
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
    try database.write(
      "INSERT INTO pending", ["profile": profile] + title.values,
      """
      ON CONFLICT (profile, identity) DO UPDATE SET added_at = min(added_at, excluded.added_at),
        note = iif(note = '', excluded.note, note),
        watched_at = coalesce(max(watched_at, excluded.watched_at), watched_at, excluded.watched_at),
        kind = excluded.kind, reason = excluded.reason
      """)
  }

  /// In the order in which they were added.
  func titles(_ rows: Range<Int>) throws -> [PendingTitle] {
    try PendingTitle.all(
      "FROM pending WHERE profile = ? ORDER BY id LIMIT ? OFFSET ?", [profile, rows.count, rows.lowerBound],
      database)
  }

  func toTry(after id: Int64, _ limit: Int) throws -> [PendingTitle] {
    try PendingTitle.all(
      "FROM pending WHERE profile = ? AND id > ? AND kind = ? ORDER BY id LIMIT ?",
      [profile, id, PendingTitle.unavailable, limit], database)
  }
}
