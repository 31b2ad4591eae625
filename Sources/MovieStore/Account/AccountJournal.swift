import GRDB
import MovieProtocol

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
    try database.cachedStatement(
      sql: """
        INSERT INTO account_change (profile, run, at, side, list, key, is_added, state, title, facts, imdb_id,
          facts_at, language, added_at, note, watched_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      profile, run, change.at.seconds, change.step.side.rawValue, change.step.item.list.rawValue,
      change.step.item.key, change.step.isAdded, state.rawValue, change.title, removed?.title?.title.facts,
      removed?.title?.imdbID, removed?.title?.factsAt?.seconds, removed?.title?.language,
      removed?.entry.addedAt.seconds, removed?.entry.note ?? "", removed?.entry.watchedAt?.seconds,
    ])
    var change = change
    (change.id, change.state) = (database.lastInsertedRowID, state)
    return change
  }

  func nextRun() throws -> Int {
    let last =
      try Row.fetchOne(
        database, sql: "SELECT max(run) FROM account_change WHERE profile = ?", arguments: [profile]
      ).flatMap { try $0.numberIfPresent(at: 0, in: StoredBounds.count) } ?? 0
    return last + 1
  }

  /// - Parameter now: when it was made or undone.
  func set(_ state: AccountChange.State, _ id: Int64, at now: Timestamp) throws {
    try database.cachedStatement(
      sql: "UPDATE account_change SET state = ?, at = ? WHERE profile = ? AND id = ?"
    ).execute(arguments: [state.rawValue, now.seconds, profile, id])
  }

  func remove(_ id: Int64) throws {
    try database.cachedStatement(sql: "DELETE FROM account_change WHERE profile = ? AND id = ?")
      .execute(arguments: [profile, id])
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
    try Int.fetchOne(
      database, sql: "SELECT count(*) FROM account_change WHERE profile = ?", arguments: [profile]) ?? 0
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
        SELECT added_at, note, watched_at, facts, imdb_id, facts_at, language FROM account_change
        WHERE profile = ? AND id = ? AND added_at IS NOT NULL
        """, arguments: [profile, id])
    guard let row else { return nil }
    let entry = LibraryEntry(
      addedAt: try row.seconds(at: 0), note: try row.decode(atIndex: 1),
      watchedAt: try row.secondsIfPresent(at: 2), revision: 0)
    let title = (row.value(at: 3) as String?).flatMap(Title.init(facts:)).map { title in
      StoredTitle(
        title, imdbID: row.value(at: 4), factsAt: (try? row.secondsIfPresent(at: 5)) ?? nil,
        language: row.value(at: 6))
    }
    return (title, entry)
  }

  private func fetch(_ rest: String, _ arguments: StatementArguments = []) throws -> [AccountChange] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT list, key, side, is_added, state, title, at, id FROM account_change WHERE profile = ? \(rest)
        """, arguments: [profile] + arguments)
    return try rows.compactMap { row in
      guard let item = try AccountTable.item(row, at: 0),
        let side = AccountSide(rawValue: try row.decode(atIndex: 2)),
        let state = AccountChange.State(rawValue: try row.decode(atIndex: 4))
      else { return nil }
      var change = AccountChange(
        AccountStep(side, item, isAdded: try row.decode(atIndex: 3)), title: row.value(at: 5),
        at: try row.seconds(at: 6))
      (change.id, change.state) = (try row.decode(atIndex: 7), state)
      return change
    }
  }
}
