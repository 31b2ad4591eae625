import GRDB
package import MovieProtocol

/// A query of the catalogue for titles in an order, with filters.
///
/// Titles without a value come last, in either direction; of two with the same value the better known one
/// comes first.
package struct CatalogueList: Sendable, Equatable {
  package enum Order: String, Sendable, CaseIterable {
    /// The best known first.
    case rank
    case popularity, voteAverage, voteCount, releaseDate, title
  }

  /// nil: films and series.
  package var mediaType: Title.MediaType?
  package var genres: GenreFilter?
  package var year: Int?
  package var minVotes: Int?
  package var minAverage: Double?
  /// Only the titles that the catalogue has from the first moment, so that the list does not change when the
  /// others are there.
  package var isBestKnown = false
  /// `2026-07-29`, exclusive.
  package var releasedAfter: String?
  /// `2026-07-29`, inclusive.
  package var releasedUntil: String?
  package var order = Order.rank
  package var isAscending = false
  /// In an order by chance instead, the same for the same seed.
  package var seed: Int?

  package init(mediaType: Title.MediaType? = nil) { self.mediaType = mediaType }
}

extension CatalogueList {
  /// The ranks of the titles, at most `CatalogueSearch.maxTotal`.
  func ranks(_ database: Database) throws -> [Int] {
    let (sql, arguments) = query
    // GRDB caches statements for ever, and there are too many combinations of genres and seeds to cache.
    let isCached = genres == nil && seed == nil
    let statement =
      try isCached ? database.cachedStatement(sql: sql) : database.makeStatement(sql: sql)
    return try Int.fetchAll(statement, arguments: arguments)
  }

  var query: (sql: String, arguments: StatementArguments) {
    let (conditions, arguments) = conditions
    let whole = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let sql = "SELECT rank FROM title \(whole) ORDER BY \(ordering) LIMIT \(CatalogueSearch.maxTotal)"
    return (sql, arguments)
  }

  /// Only external values are arguments; the rest of the statement is text of this file.
  private var conditions: (sql: [String], arguments: StatementArguments) {
    var sql: [String] = []
    var arguments = StatementArguments()
    func add(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
      guard let value else { return }
      sql.append(condition)
      arguments += [value]
    }
    // The + keeps SQLite from using the index of the IDs, which would return half of all titles in no order:
    // https://sqlite.org/optoverview.html#disqualifying_where_clause_terms_using_unary_
    add("+media_type = ?", mediaType?.rawValue)
    add("vote_count >= ?", minVotes)
    add("vote_average >= ?", minAverage)
    add("rank <= ?", isBestKnown ? CatalogueStorage.starterTitles : nil)
    // As dates, which are indexed; a year alone stands before its days.
    add("release_date >= ?", year.map(CatalogueRow.year))
    add("release_date <= ?", year.map { CatalogueRow.year($0) + "-12-31" })
    add("release_date > ?", releasedAfter)
    add("release_date <= ?", releasedUntil)
    // A list of IDs as `CatalogueRow` joins them.
    if let genres { sql.append(genres.condition(on: "'|' || genre_ids || '|'")) }
    return (sql, arguments)
  }

  /// Greater than any rank. The products of all ranks with one factor differ modulo a prime.
  private static let prime = 1_000_003

  /// Neighbouring seeds get distant factors.
  private static func factor(_ seed: Int) -> Int {
    1 + abs(seed % prime) * 48_271 % (prime - 1)
  }

  /// See `CatalogueSchema.indexes`.
  private var ordering: String {
    let column =
      switch order {
      case .rank: "rank"
      case .popularity: "popularity"
      case .voteAverage: "vote_average"
      case .voteCount: "vote_count"
      case .releaseDate: "release_date"
      case .title: "sort_title"
      }
    if let seed { return "rank * \(Self.factor(seed)) % \(Self.prime)" }
    if order == .rank { return isAscending ? "rank DESC" : "rank" }
    return "\(column) \(isAscending ? "ASC" : "DESC") NULLS LAST, rank"
  }
}

extension Catalogue {
  /// - Parameter offset: past the end the result is empty. Below 0 it counts as 0, and so does `limit`.
  /// - Returns: `total` is at most 10,000, and titles after those are not returned.
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

  /// Titles by their IDs, in that order; nil for each that the catalogue does not have.
  package func titles(_ ids: [(Title.MediaType, Int)]) throws -> [CatalogueTitle?] {
    try Task.checkCancellation()
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: CatalogueRow.select + " WHERE media_type = ? AND id = ?")
      return try ids.map { mediaType, id in
        try StatementRow.first(
          of: statement, arguments: [.text(mediaType.rawValue), .integer(id)], CatalogueRow.title)
      }
    } ?? ids.map { _ in nil }
  }
}
