import GRDB
import MovieProtocol

extension AccountChange: StoredRow {
  static let empty = Self(
    AccountStep(.library, AccountItem(.watchlist, .itunes(0)), isAdded: false), title: nil, at: .epoch)
  static let columns: [Column<Self>] = [
    Column(numbered: "id", \.id), Column("at", \.at), Column(known: "side", \.step.side),
    Column(known: "list", \.step.item.list), Column(known: "key", \.step.item.key),
    Column("is_added", \.step.isAdded), Column(known: "state", \.state), Column("title", \.title),
  ]
}

/// The table `account_change`: what was changed because of the other side, so that it can be undone.
///
/// A change of TMDB is written before it is sent: whatever happens to its reply, the next comparison tells whether it
/// was made.
struct AccountJournal {
  /// As many as a list may have titles by default; the oldest are forgotten first.
  static let maxChanges = 20_000
  /// TMDB's terms allow its texts to be stored for six months.
  static let maxAge: Duration = .seconds(180 * 86_400)

  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  /// - Parameters:
  ///   - removed: the title and entry that the library loses.
  /// - Returns: the change with its number.
  func append(
    _ change: AccountChange, run: Int, _ state: AccountChange.State,
    removed: (title: StoredTitle?, entry: LibraryEntry)? = nil
  ) throws -> AccountChange {
    var change = change
    change.state = state
    let (title, entry) = (removed?.title, removed?.entry)
    try database.write(
      "INSERT INTO account_change",
      change.values + [
        "profile": profile, "run": run, "facts": title?.title.facts, "imdb_id": title?.imdbID,
        "facts_at": title?.factsAt, "language": title?.language, "added_at": entry?.addedAt,
        "note": entry?.note ?? "", "watched_at": entry?.watchedAt,
      ])
    change.id = database.lastInsertedRowID
    return change
  }

  func nextRun() throws -> Int {
    let last: Int64? = try database.first("SELECT max(run) FROM account_change WHERE profile = ?", [profile])
    return StoredBounds.count.nearest(to: last ?? 0) + 1
  }

  /// - Parameter now: when it was made or undone.
  func set(_ state: AccountChange.State, _ id: Int64, at now: Timestamp) throws {
    try database.run(
      "UPDATE account_change SET state = ?, at = ? WHERE profile = ? AND id = ?", [state, now, profile, id])
  }

  func remove(_ id: Int64) throws {
    try database.run("DELETE FROM account_change WHERE profile = ? AND id = ?", [profile, id])
  }

  func forgetOld(at now: Timestamp) throws {
    try database.execute(
      sql: """
        DELETE FROM account_change WHERE profile = ?1 AND (at < ?2 OR id <=
          (SELECT id FROM account_change WHERE profile = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3))
        """, arguments: [profile, (now - Self.maxAge).seconds, Self.maxChanges])
  }

  /// Of all profiles, also those that are no longer compared.
  static func forget(before moment: Timestamp, _ database: Database) throws {
    try database.execute(sql: "DELETE FROM account_change WHERE at < ?", arguments: [moment.seconds])
  }

  /// Changes that were sent to TMDB and never confirmed.
  func unconfirmed() throws -> [AccountChange] { try fetch("AND state = 'sent' ORDER BY id") }

  /// Changes that TMDB has confirmed since then: the last of each item, and its effect.
  func confirmed(since: Timestamp, until now: Timestamp) throws -> [AccountItem: Bool] {
    let changes = try fetch(
      "AND side = 'tmdb' AND state != 'sent' AND at BETWEEN ? AND ? ORDER BY at, id",
      [since.seconds, now.seconds])
    return changes.reduce(into: [:]) { $0[$1.step.item] = $1.step.isAdded != ($1.state == .undone) }
  }

  func count() throws -> Int {
    try database.first("SELECT count(*) FROM account_change WHERE profile = ?", [profile]) ?? 0
  }

  /// The newest first.
  func changes(_ rows: Range<Int>) throws -> [AccountChange] {
    try fetch("ORDER BY id DESC LIMIT ? OFFSET ?", [rows.count, rows.lowerBound])
  }

  /// The newest first.
  ///
  /// - Parameter id: nil: all of the last comparison that has any.
  func changes(_ id: Int64?) throws -> [AccountChange] {
    if let id { return try fetch("AND id = ?", [id]) }
    return try fetch(
      "AND run = (SELECT max(run) FROM account_change WHERE profile = ?) ORDER BY id DESC", [profile])
  }

  /// The title and entry that the library lost by a change.
  func removed(_ id: Int64) throws -> (title: StoredTitle?, entry: LibraryEntry)? {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT \(LibraryEntry.names), facts, imdb_id, facts_at, language
        FROM (SELECT *, 0 AS revision FROM account_change)
        WHERE profile = ? AND id = ? AND added_at IS NOT NULL
        """, arguments: [profile, id])
    guard let row, let entry = try LibraryEntry.read(row) else { return nil }
    let title = row.value("facts").map { title in
      StoredTitle(
        title, imdbID: row.value("imdb_id"), factsAt: row.value("facts_at"), language: row.value("language"))
    }
    return (title, entry)
  }

  private func fetch(_ rest: String, _ arguments: StatementArguments = []) throws -> [AccountChange] {
    try AccountChange.all("FROM account_change WHERE profile = ? \(rest)", [profile] + arguments, database)
  }
}
