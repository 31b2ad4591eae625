import GRDB
import MovieProtocol

extension LibraryEntry: StoredRow {
  static let empty = Self(addedAt: .epoch, revision: 0)
  static let columns: [Column<Self>] = [
    Column("added_at", \.addedAt), Column("note", \.note), Column("watched_at", \.watchedAt),
    Column("revision", \.revision),
  ]
}

/// The table `entry`: the lists of one profile.
struct EntryTable {
  /// A larger number is not reported one by one.
  private static let maxChanges = 100

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  func entry(_ list: LibraryList, _ key: TitleKey) throws -> LibraryEntry? {
    try LibraryEntry.first(
      "FROM entry WHERE profile = ? AND list = ? AND key = ?", [profile, list, key], database)
  }

  /// Adds or replaces an entry.
  func upsert(_ entry: LibraryEntry, _ list: LibraryList, _ key: TitleKey) throws {
    try database.write(
      "INSERT INTO entry", ["profile": profile, "list": list, "key": key] + entry.values,
      "ON CONFLICT (profile, list, key) DO UPDATE SET \(entry.values.updates())")
  }

  func remove(_ list: LibraryList, _ key: TitleKey) throws {
    try database.run("DELETE FROM entry WHERE profile = ? AND list = ? AND key = ?", [profile, list, key])
  }

  func count(_ list: LibraryList) throws -> Int {
    try database.first("SELECT count(*) FROM entry WHERE profile = ? AND list = ?", [profile, list]) ?? 0
  }

  /// Whether it is on a list of this profile. What others list is not known to it.
  func isListed(_ key: TitleKey) throws -> Bool {
    try database.first("SELECT 1 FROM entry WHERE key = ? AND profile = ?", [key, profile]) ?? false
  }

  /// By key.
  ///
  /// - Parameter key: nil: of all titles on the lists.
  func userStates(of key: TitleKey? = nil) throws -> [TitleKey: Title.UserState] {
    let statement = try database.cachedStatement(
      sql: "SELECT list, key, watched_at IS NOT NULL AS is_watched FROM entry WHERE profile = ?"
        + (key == nil ? "" : " AND key = ?"))
    var userStates: [TitleKey: Title.UserState] = [:]
    let rows = try Row.fetchCursor(statement, arguments: key.map { [profile, $0] } ?? [profile])
    while let row = try rows.next() {
      guard let key: TitleKey = row.value("key"), let list: LibraryList = row.value("list") else { continue }
      switch list {
      case .watchlist:
        userStates[key, default: .init()].isOnWatchlist = true
        userStates[key, default: .init()].isWatched = try row.decode(forColumn: "is_watched")
      case .favorites: userStates[key, default: .init()].isFavorite = true
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
