import GRDB
import JSONRPC
package import MovieProtocol

extension Library {
  /// One page of a list, and the total.
  ///
  /// - Parameters:
  ///   - genres: parsed from `params.genre`.
  ///   - language: of the texts, as far as they are stored.
  package func list(
    _ params: LibraryParams, genres: GenreFilter?, profile: String, language: String = ""
  ) async throws(LibraryError) -> (titles: [LibraryTitle], total: Int, revision: Int, lacking: [TitleKey]) {
    try await readWithIndex { index, database in
      var (from, parameters) = Self.query(params, genres, profile)
      if let q = params.q {
        try index.refresh(database)
        let keys = TitleQuestion(q).map { index.keys($0, params.mediaType, year: nil).map(\.text) } ?? []
        from += " AND entry.key IN (SELECT value FROM json_each(?))"
        parameters += [JSONValue.array(keys.map { .string($0) }).text()]
      }
      let revision = try ProfileRevision.current(of: profile, database)
      let total = try Int.fetchOne(database, sql: "SELECT count(*) \(from)", arguments: parameters) ?? 0
      let rows = TitlePage.rows(page: params.page, pageSize: params.pageSize) ?? 0..<0
      let order = Self.ordering(params.order)
      let preferred: StatementArguments = params.order.field == .title ? [language, language] : []
      let found = try Row.fetchAll(
        database,
        sql: """
          SELECT \(StoredTitle.names), \(LibraryEntry.names(of: "entry")), watching.watched_at AS watching \(from)
          ORDER BY \(order) LIMIT ? OFFSET ?
          """, arguments: parameters + preferred + [rows.count, rows.lowerBound])
      var (titles, lacking): ([LibraryTitle], [TitleKey]) = ([], [])
      for row in found {
        guard let stored = try StoredTitle.read(row)?.withTexts(language, database),
          var entry = try LibraryEntry.read(row, at: StoredTitle.columns.count)
        else { continue }
        entry.watchedAt = try row.decode(forColumn: "watching")
        if stored.title.id != nil, stored.language != language { lacking.append(stored.title.key) }
        titles.append(LibraryTitle(stored.title.asStored, entry))
      }
      return (titles, total, revision ?? 0, lacking)
    }
  }

  /// The newest titles of a profile's favourites and watchlist, on which recommendations are based.
  package func newest(_ count: Int, profile: String) async throws(LibraryError) -> [TitleKey] {
    try await read { database in
      let keys = try String.fetchAll(
        database,
        sql: """
          SELECT key FROM entry WHERE profile = ? GROUP BY key
          ORDER BY max(list = 'favorites') DESC, max(added_at) DESC, key LIMIT ?
          """, arguments: [profile, count])
      return keys.compactMap { TitleKey($0) }
    }
  }

  private static func query(
    _ params: LibraryParams, _ genres: GenreFilter?, _ profile: String
  ) -> (sql: String, arguments: StatementArguments) {
    var sql = """
      FROM entry JOIN title USING (key)
      LEFT JOIN entry AS watching
        ON watching.profile = entry.profile AND watching.list = 'watchlist' AND watching.key = entry.key
      WHERE entry.profile = ? AND entry.list = ?
      """
    var arguments: StatementArguments = [profile, params.list.rawValue]
    if let mediaType = params.mediaType {
      sql += " AND media_type = ?"
      arguments += [mediaType.rawValue]
    }
    if let isWatched = params.isWatched {
      sql += " AND watching.watched_at IS \(isWatched ? "NOT " : "")NULL"
    }
    if let genres { sql += " AND " + genres.condition(on: "genre_ids") }
    return (sql, arguments)
  }

  /// Titles without a value come last; of two with the same value, the one changed last comes first.
  private static func ordering(_ order: SortOrder<LibraryField>) -> String {
    let column =
      switch order.field {
      case .addedAt: "entry.added_at"
      case .title:
        """
        coalesce((SELECT title_text.sort_title FROM title_text WHERE title_text.key = entry.key
          \(StoredTexts.order("?"))), title.sort_title)
        """
      case .releaseDate: "release_date"
      case .voteAverage: "vote_average"
      case .voteCount: "vote_count"
      case .popularity: "popularity"
      }
    let direction = order.isAscending ? "ASC" : "DESC"
    // Titles added within the same second stay in the order in which they were added.
    let rest = order.field == .addedAt && order.isAscending ? "ASC" : "DESC"
    return "\(column) \(direction) NULLS LAST, entry.revision \(rest)"
  }
}
