package import MovieProtocol

extension Library {
  /// Newest first.
  /// - Parameter rows: from 0, the newest first.
  /// - Returns: also the number of all, and the time of the newest in milliseconds; 0: there is none.
  package func history(
    of profile: String, rows: Range<Int>
  ) async throws(LibraryError) -> (terms: [SearchTerm], total: Int, newest: Int64) {
    try await read { database in
      let history = HistoryTable(database, of: profile)
      let (total, newest) = try history.count()
      return (try history.newest(rows.count, after: rows.lowerBound), total, newest)
    }
  }

  /// Adds searches to the history: each moves to the front, and its `count` is added to the stored count.
  ///
  /// - Parameter maximum: the number of searches stored; the oldest are deleted.
  /// - Returns: the newest 20.
  package func record(
    _ terms: [SearchTerm], profile: String, maximum: Int
  ) async throws(LibraryError) -> [SearchTerm] {
    try await write { database in
      let history = HistoryTable(database, of: profile)
      for term in terms { try history.record(term) }
      try history.forgetOldest(beyond: maximum)
      return try history.newest(20)
    }
  }

  /// - Returns: whether anything was deleted, and the newest 20 that remain.
  package func forget(
    _ term: String?, profile: String
  ) async throws(LibraryError) -> (isChanged: Bool, newest: [SearchTerm]) {
    try await write { database in
      let history = HistoryTable(database, of: profile)
      let isChanged = try history.forget(term)
      try ChangeTable(database, of: profile).forgetSearches(term.map(Self.folded))
      if let term {
        try RegisterTable(database).removeSearch(Self.folded(term), of: profile)
      } else {
        try RangeTombstones.remove(.history, of: profile, database)
      }
      return (isChanged, try history.newest(20))
    }
  }

  /// "Dune " and "dune" are one search.
  package static func folded(_ term: String) -> String { term.lowercased() }
}
