import GRDB
package import MovieProtocol

extension Library {
  /// Newest first.
  package func history(of profile: String, limit: Int) throws(LibraryError) -> [HistoryTerm] {
    try withDatabase { queue in try queue.inDatabase { try Self.history(of: profile, limit: limit, $0) } }
  }

  /// Adds searches to the history: each moves to the front, and its `count` is added to the stored count.
  ///
  /// - Parameter maximum: the number of searches stored; the oldest are deleted.
  /// - Returns: the newest 20.
  package func record(
    _ terms: [HistoryTerm], profile: String, maximum: Int
  ) throws(LibraryError) -> [HistoryTerm] {
    try withDatabase { queue in
      try queue.write { database in
        for term in terms { try Self.record(term, profile, database) }
        try Self.forgetOldest(of: profile, beyond: maximum, database)
        return try Self.history(of: profile, limit: 20, database)
      }
    }
  }

  /// - Returns: whether anything was deleted, and the newest 20 that remain.
  package func forget(
    _ term: String?, profile: String
  ) throws(LibraryError) -> (isChanged: Bool, newest: [HistoryTerm]) {
    try withDatabase { queue in
      try queue.write { database in
        var sql = "DELETE FROM history WHERE profile = ?"
        var arguments: StatementArguments = [profile]
        if let term {
          sql += " AND folded = ?"
          arguments += [Self.folded(term)]
        }
        try database.execute(sql: sql, arguments: arguments)
        return (database.changesCount > 0, try Self.history(of: profile, limit: 20, database))
      }
    }
  }

  /// "Dune " and "dune" are one search.
  package static func folded(_ term: String) -> String { term.lowercased() }

  private static func record(_ term: HistoryTerm, _ profile: String, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO history (profile, folded, term, at, count, total_results)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM profile WHERE name = ?1)
        ON CONFLICT (profile, folded) DO UPDATE SET term = excluded.term, at = excluded.at,
          count = min(count + excluded.count, 1000000000), total_results = excluded.total_results
        """
    ).execute(arguments: [
      profile, folded(term.term), term.term, term.at, term.count, term.totalResults,
    ])
  }

  static func forgetOldest(of profile: String, beyond maximum: Int, _ database: Database) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM history WHERE profile = ?1 AND folded IN (
          SELECT folded FROM history WHERE profile = ?1 ORDER BY at DESC, folded LIMIT -1 OFFSET ?2)
        """
    ).execute(arguments: [profile, maximum])
  }

  static func history(
    of profile: String, limit: Int, _ database: Database
  ) throws -> [HistoryTerm] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT term, at, count, total_results FROM history WHERE profile = ?
        ORDER BY at DESC, folded LIMIT ?
        """)
    return try Row.fetchAll(statement, arguments: [profile, limit]).map { row in
      HistoryTerm(
        term: try row.decode(atIndex: 0), at: try row.number(at: 1, in: StoredBounds.milliseconds),
        count: try row.number(at: 2, in: StoredBounds.count),
        totalResults: try row.number(at: 3, in: StoredBounds.count))
    }
  }
}
