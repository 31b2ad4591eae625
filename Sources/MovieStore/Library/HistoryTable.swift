import GRDB
import MovieProtocol

extension SearchTerm: StoredRow {
  static let empty = Self(term: "", at: .epoch, totalResults: 0)
  static let columns: [Column<Self>] = [
    Column("term", \.term),
    Column("at", \.at, from: Timestamp.init(storedMilliseconds:), to: { $0.milliseconds }),
    Column("count", \.count, in: StoredBounds.count),
    Column("total_results", \.totalResults, in: StoredBounds.count),
  ]
}

/// The table `history`: the searches of one profile.
struct HistoryTable {
  private let database: Database
  private let profile: String

  init(_ database: Database, of profile: String) { (self.database, self.profile) = (database, profile) }

  func count() throws -> (total: Int, newest: Int64) {
    let statement = try database.cachedStatement(
      sql: "SELECT count(*) AS total, coalesce(max(at), 0) AS newest FROM history WHERE profile = ?")
    guard let row = try Row.fetchOne(statement, arguments: [profile]) else { return (0, 0) }
    return (try row.decode(forColumn: "total"), try row.decode(forColumn: "newest"))
  }

  func newest(_ limit: Int, after offset: Int = 0) throws -> [SearchTerm] {
    try SearchTerm.all(
      "FROM history WHERE profile = ? ORDER BY at DESC, folded LIMIT ? OFFSET ?", [profile, limit, offset],
      database)
  }

  /// The oldest after `last`, each with the row's own values for the next call: a clamped one would return the
  /// same row again and again.
  func searches(
    after last: (at: Int64, folded: String), _ limit: Int
  ) throws -> [(search: SearchTerm, at: Int64, folded: String)] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT \(SearchTerm.names), folded FROM history WHERE profile = ? AND (at, folded) > (?, ?)
        ORDER BY at, folded LIMIT ?
        """, arguments: [profile, last.at, last.folded, limit]
    ).compactMap { row in
      let (at, folded): (Int64, String) = (
        try row.decode(forColumn: "at"), try row.decode(forColumn: "folded")
      )
      return try SearchTerm.read(row).map { ($0, at, folded) }
    }
  }

  /// It moves to the front, and its `count` is added. Nothing is written for a profile that is gone.
  func record(_ search: SearchTerm) throws {
    try write(
      search,
      """
      WHERE EXISTS (SELECT 1 FROM profile WHERE name = ?1)
      ON CONFLICT (profile, folded) DO UPDATE SET \(search.values.updates(but: ["count"])),
        count = min(count + excluded.count, 1000000000)
      """)
  }

  /// - Parameter rest: of the statement.
  private func write(_ search: SearchTerm, _ rest: String) throws {
    let key: ColumnValues = ["profile": profile, "folded": Library.folded(search.term)]
    try database.write("INSERT INTO history", key + search.values, rest)
  }

  enum Merge { case added, updated, unchanged }

  /// For an existing search the later time and the larger count apply. The wire has whole seconds, so times
  /// within one second are equal.
  func merge(_ search: SearchTerm) throws -> Merge {
    let there = try self.search(folded: Library.folded(search.term))
    let isLater = there.map { search.at.seconds > $0.at.seconds } ?? true
    guard isLater || search.count > there?.count ?? 0 else { return .unchanged }
    let others = isLater ? ", " + search.values.updates(but: ["count"]) : ""
    try write(
      search, "ON CONFLICT (profile, folded) DO UPDATE SET count = max(count, excluded.count)" + others)
    return there == nil ? .added : .updated
  }

  func search(folded: String) throws -> SearchTerm? {
    try SearchTerm.first("FROM history WHERE profile = ? AND folded = ?", [profile, folded], database)
  }

  /// Stores it as it is.
  ///
  /// - Returns: whether anything changed.
  func replace(_ search: SearchTerm) throws -> Bool {
    try write(
      search,
      """
      ON CONFLICT (profile, folded) DO UPDATE SET \(search.values.updates())
        WHERE (\(SearchTerm.names)) != (\(search.values.excluded))
      """)
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
    try database.run(
      """
      DELETE FROM history WHERE profile = ?1 AND folded IN (
        SELECT folded FROM history WHERE profile = ?1 ORDER BY at DESC, folded LIMIT -1 OFFSET ?2)
      """, [profile, maximum])
    try database.execute(sql: "UPDATE sync_state SET is_quiet = 0")
  }
}
