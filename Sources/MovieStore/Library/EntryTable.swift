import GRDB
import MovieProtocol

/// The table `entry`: the lists of one profile.
struct EntryTable {
  /// A larger number is not reported one by one.
  private static let maxChanges = 100

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  func entry(_ list: LibraryList, _ key: TitleKey) throws -> LibraryEntry? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT added_at, note, watched_at, revision FROM entry WHERE profile = ? AND list = ? AND key = ?
        """)
    return try Row.fetchOne(statement, arguments: [profile, list.rawValue, key]).map {
      try Self.entry($0, at: 0)
    }
  }

  /// - Parameter index: of `added_at`, after which come `note`, `watched_at` and `revision`.
  static func entry(_ row: Row, at index: Int) throws -> LibraryEntry {
    LibraryEntry(
      addedAt: try row.seconds(at: index), note: try row.decode(atIndex: index + 1),
      watchedAt: try row.secondsIfPresent(at: index + 2),
      revision: try row.decode(atIndex: index + 3))
  }

  /// Adds or replaces an entry.
  func upsert(_ entry: LibraryEntry, _ list: LibraryList, _ key: TitleKey) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO entry (profile, list, key, added_at, note, watched_at, revision)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (profile, list, key) DO UPDATE SET added_at = excluded.added_at, note = excluded.note,
          watched_at = excluded.watched_at, revision = excluded.revision
        """
    ).execute(arguments: [
      profile, list.rawValue, key, entry.addedAt.seconds, entry.note, entry.watchedAt?.seconds,
      entry.revision,
    ])
  }

  func remove(_ list: LibraryList, _ key: TitleKey) throws {
    try database.cachedStatement(sql: "DELETE FROM entry WHERE profile = ? AND list = ? AND key = ?")
      .execute(arguments: [profile, list.rawValue, key])
  }

  func count(_ list: LibraryList) throws -> Int {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) FROM entry WHERE profile = ? AND list = ?")
    return try Int.fetchOne(statement, arguments: [profile, list.rawValue]) ?? 0
  }

  /// Whether it is on a list of this profile. What others list is not known to it.
  func isListed(_ key: TitleKey) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM entry WHERE key = ? AND profile = ?")
    return try Bool.fetchOne(statement, arguments: [key, profile]) ?? false
  }

  /// By key.
  ///
  /// - Parameter key: nil: of all titles on the lists.
  func userStates(of key: TitleKey? = nil) throws -> [TitleKey: Title.UserState] {
    let statement = try database.cachedStatement(
      sql: "SELECT list, key, watched_at IS NOT NULL FROM entry WHERE profile = ?"
        + (key == nil ? "" : " AND key = ?"))
    var userStates: [TitleKey: Title.UserState] = [:]
    let rows = try Row.fetchCursor(statement, arguments: key.map { [profile, $0] } ?? [profile])
    while let row = try rows.next() {
      guard let key: TitleKey = row.value(at: 1) else { continue }
      switch LibraryList(rawValue: try row.decode(atIndex: 0)) {
      case .watchlist?:
        userStates[key, default: .init()].isOnWatchlist = true
        userStates[key, default: .init()].isWatched = try row.decode(atIndex: 2)
      case .favorites?: userStates[key, default: .init()].isFavorite = true
      case nil: break
      }
    }
    return userStates
  }

  /// - Parameter changes: in their order, each with its revision; the last has that of the lists.
  func lists(after changes: [(key: TitleKey, revision: Int)]) throws -> LibraryImported.Lists {
    guard changes.count <= Self.maxChanges else {
      return .all(revision: changes.last?.revision ?? 0, userStates: try userStates())
    }
    return .changes(
      try changes.map { key, revision in
        let userState = try userStates(of: key)[key] ?? .init()
        return (key, EntryResult(isChanged: true, revision: revision, userState: userState))
      })
  }
}
