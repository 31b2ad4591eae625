import GRDB

/// A question to the catalogue for titles in an order, with filters.
///
/// What has no value comes last, whichever way the order goes; where two have the same the one with more votes
/// comes first.
package struct CatalogueList: Sendable, Equatable {
  package enum Order: String, Sendable, CaseIterable {
    case popularity, voteAverage, voteCount, releaseDate, title
  }

  /// nil: films and series.
  package var mediaType: CatalogueTitle.MediaType?
  package var genres: GenreFilter?
  package var year: Int?
  package var minVotes: Int?
  /// `2026-07-29`, which is not among them.
  package var releasedAfter: String?
  /// `2026-07-29`, which is among them.
  package var releasedUntil: String?
  package var order = Order.voteCount
  package var isAscending = false

  package init(mediaType: CatalogueTitle.MediaType? = nil) { self.mediaType = mediaType }
}

extension CatalogueList {
  /// The ranks of the titles, at most `CatalogueSearch.maximumTotal`.
  func ranks(_ database: Database) throws -> [Int] {
    let (conditions, arguments) = conditions
    let whole = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let statement = try database.cachedStatement(
      sql: "SELECT rank FROM title \(whole) ORDER BY \(ordering) LIMIT \(CatalogueSearch.maximumTotal)")
    return try Int.fetchAll(statement, arguments: arguments)
  }

  /// Only values from outside are arguments; the rest of the statement is this file's own words.
  private var conditions: (sql: [String], arguments: StatementArguments) {
    var sql: [String] = []
    var arguments = StatementArguments()
    func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
      guard let value else { return }
      sql.append(condition)
      arguments += [value]
    }
    add("media_type = ?", mediaType?.rawValue)
    add("year = ?", year)
    add("vote_count >= ?", minVotes)
    add("release_date > ?", releasedAfter)
    add("release_date <= ?", releasedUntil)
    if let genres {
      let alternatives = genres.alternatives.map { ids in
        // A list of numbers as `CatalogueRow` joins them.
        "(" + ids.map { "instr('|' || genre_ids || '|', '|\($0)|')" }.joined(separator: " AND ") + ")"
      }
      sql.append("(" + alternatives.joined(separator: " OR ") + ")")
    }
    return (sql, arguments)
  }

  private var ordering: String {
    let direction = isAscending ? "ASC" : "DESC"
    let column =
      switch order {
      case .popularity: "popularity"
      case .voteAverage: "vote_average"
      // The rank says the same, and needs no sorting.
      case .voteCount: isAscending ? "vote_count" : ""
      case .releaseDate: "release_date"
      // As it is searched: without case and accents.
      case .title:
        "(SELECT text FROM spelling WHERE spelling.id = title.rank * \(CatalogueSearch.spellingsOfATitle))"
      }
    return column.isEmpty ? "rank" : "\(column) \(direction) NULLS LAST, rank"
  }
}

extension Catalogue {
  /// - Parameter offset: past the end there are none. Below 0 it counts as 0, and so does `limit`.
  /// - Returns: `total` is at most 10,000, and titles after those are not given.
  package func list(
    _ list: CatalogueList, offset: Int, limit: Int
  ) throws -> (titles: [CatalogueTitle], total: Int) {
    try Task.checkCancellation()
    return try reading { database in
      let ranks = try list.ranks(database)
      let page = ranks.dropFirst(max(offset, 0)).prefix(max(limit, 0))
      return (try CatalogueRow.titles(database, ranks: page), ranks.count)
    } ?? ([], 0)
  }

  /// Titles by their numbers, in that order; nil for each the catalogue does not have.
  package func titles(_ ids: [(CatalogueTitle.MediaType, Int)]) throws -> [CatalogueTitle?] {
    try Task.checkCancellation()
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: CatalogueRow.select + " WHERE media_type = ? AND id = ?")
      return try ids.map { mediaType, id in
        try Row.fetchOne(statement, arguments: [mediaType.rawValue, id]).map(CatalogueRow.title)
      }
    } ?? ids.map { _ in nil }
  }
}
