import GRDB
import MovieProtocol

/// The table `history`: the searches of one profile.
struct HistoryTable {
  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  func count() throws -> (total: Int, newest: Int64) {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*), coalesce(max(at), 0) FROM history WHERE profile = ?")
    guard let row = try Row.fetchOne(statement, arguments: [profile]) else { return (0, 0) }
    return (try row.decode(atIndex: 0), try row.decode(atIndex: 1))
  }

  func newest(_ limit: Int, after offset: Int = 0) throws -> [SearchTerm] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT term, at, count, total_results FROM history WHERE profile = ?
        ORDER BY at DESC, folded LIMIT ? OFFSET ?
        """)
    return try Row.fetchAll(statement, arguments: [profile, limit, offset]).map(Self.search)
  }

  /// The oldest after `last`, each with the row's own values for the next call: a clamped one would return the
  /// same row again and again.
  func searches(
    after last: (at: Int64, folded: String), _ limit: Int
  ) throws -> [(search: SearchTerm, at: Int64, folded: String)] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT term, at, count, total_results, folded FROM history WHERE profile = ? AND (at, folded) > (?, ?)
        ORDER BY at, folded LIMIT ?
        """, arguments: [profile, last.at, last.folded, limit]
    ).map { (try Self.search($0), try $0.decode(atIndex: 1), try $0.decode(atIndex: 4)) }
  }

  private static func search(_ row: Row) throws -> SearchTerm {
    SearchTerm(
      term: try row.decode(atIndex: 0), at: try row.milliseconds(at: 1),
      count: try row.number(at: 2, in: StoredBounds.count),
      totalResults: try row.number(at: 3, in: StoredBounds.count))
  }

  /// It moves to the front, and its `count` is added. Nothing is written for a profile that is gone.
  func record(_ search: SearchTerm) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO history (profile, folded, term, at, count, total_results)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM profile WHERE name = ?1)
        ON CONFLICT (profile, folded) DO UPDATE SET term = excluded.term, at = excluded.at,
          count = min(count + excluded.count, 1000000000), total_results = excluded.total_results
        """
    ).execute(arguments: [
      profile, Library.folded(search.term), search.term, search.at.milliseconds, search.count,
      search.totalResults,
    ])
  }

  enum Merge { case added, updated, unchanged }

  /// For an existing search the later time and the larger count apply. The wire has whole seconds, so times
  /// within one second are equal.
  func merge(_ search: SearchTerm) throws -> Merge {
    let folded = Library.folded(search.term)
    let statement = try database.cachedStatement(
      sql: "SELECT at, count FROM history WHERE profile = ? AND folded = ?")
    let there: (at: Timestamp, count: Int)? = try Row.fetchOne(statement, arguments: [profile, folded]).map {
      (try $0.milliseconds(at: 0), try $0.number(at: 1, in: StoredBounds.count))
    }
    let isLater = there.map { search.at.seconds > $0.at.seconds } ?? true
    guard isLater || search.count > there?.count ?? 0 else { return .unchanged }
    try database.cachedStatement(
      sql: """
        INSERT INTO history (profile, folded, term, at, count, total_results)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT (profile, folded) DO UPDATE SET count = max(count, excluded.count),
          term = iif(?7, excluded.term, term), at = iif(?7, excluded.at, at),
          total_results = iif(?7, excluded.total_results, total_results)
        """
    ).execute(arguments: [
      profile, folded, search.term, search.at.milliseconds, search.count, search.totalResults, isLater,
    ])
    return there == nil ? .added : .updated
  }

  func search(folded: String) throws -> SearchTerm? {
    let statement = try database.cachedStatement(
      sql: "SELECT term, at, count, total_results FROM history WHERE profile = ? AND folded = ?")
    return try Row.fetchOne(statement, arguments: [profile, folded]).map(Self.search)
  }

  /// Stores it as it is.
  ///
  /// - Returns: whether anything changed.
  func replace(_ search: SearchTerm) throws -> Bool {
    try database.cachedStatement(
      sql: """
        INSERT INTO history (profile, folded, term, at, count, total_results) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (profile, folded) DO UPDATE SET term = excluded.term, at = excluded.at,
          count = excluded.count, total_results = excluded.total_results
        WHERE (term, at, count, total_results)
          != (excluded.term, excluded.at, excluded.count, excluded.total_results)
        """
    ).execute(arguments: [
      profile, Library.folded(search.term), search.term, search.at.milliseconds, search.count,
      search.totalResults,
    ])
    return database.changesCount > 0
  }

  /// - Parameter term: nil: all.
  /// - Returns: whether there was any.
  func forget(_ term: String?) throws -> Bool {
    var sql = "DELETE FROM history WHERE profile = ?"
    var arguments: StatementArguments = [profile]
    if let term {
      sql += " AND folded = ?"
      arguments += [Library.folded(term)]
    }
    try database.execute(sql: sql, arguments: arguments)
    return database.changesCount > 0
  }

  /// Those that a removal of all has taken from the record.
  ///
  /// - Returns: whether there was any.
  func forgetUnrecorded() throws -> Bool {
    try database.execute(
      sql: """
        DELETE FROM history WHERE profile = ?1 AND NOT EXISTS (SELECT 1 FROM sync_register
          WHERE (sync_register.profile, list, key, field) = (lower(?1), 'history', folded, 'in'))
        """, arguments: [profile])
    return database.changesCount > 0
  }

  /// Other machines may have room for them.
  func forgetOldest(beyond maximum: Int) throws {
    try database.execute(sql: "UPDATE sync_state SET is_quiet = 1")
    try database.cachedStatement(
      sql: """
        DELETE FROM history WHERE profile = ?1 AND folded IN (
          SELECT folded FROM history WHERE profile = ?1 ORDER BY at DESC, folded LIMIT -1 OFFSET ?2)
        """
    ).execute(arguments: [profile, maximum])
    try database.execute(sql: "UPDATE sync_state SET is_quiet = 0")
  }
}
