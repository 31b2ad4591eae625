import GRDB
import MovieProtocol

/// The table `title`: one row in, one row out.
enum CatalogueRow {
  /// Separates the items of a list in one column. `CatalogueFile` uses the same, so no item can contain it.
  static let separator: Character = "|"

  static let insert = """
    INSERT INTO title (rank, media_type, id, title, sort_title, original_title, original_language,
      release_date, year, runtime, genre_ids, director, actors, vote_average, vote_count, popularity,
      poster_path, backdrop_path, collection, keywords, imdb_facts, imdb_average, imdb_votes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  static let select = """
    SELECT media_type, id, title, original_title, original_language, release_date, runtime, genre_ids,
      director, actors, vote_average, vote_count, popularity, poster_path, backdrop_path, collection, keywords,
      year, imdb_facts, imdb_average, imdb_votes
    FROM title
    """

  static func arguments(
    of title: CatalogueTitle, rank: Int, sortTitle: String?
  ) -> StatementArguments {
    let hasTheirVotes = title.imdbFacts.contains(.votes)
    return [
      rank, title.mediaType.rawValue, title.id, title.title, sortTitle, title.originalTitle,
      title.originalLanguage, title.releaseDate ?? title.year.map { Self.year($0) }, title.year,
      title.runtime,
      joined(title.genreIDs.map { String($0) }),
      joined(title.director), joined(title.cast), hasTheirVotes ? nil : title.voteAverage,
      hasTheirVotes ? 0 : title.voteCount, title.popularity,
      title.posterPath, title.backdropPath, title.collection, joined(title.keywords),
      title.imdbFacts.rawValue, hasTheirVotes ? title.voteAverage : nil,
      hasTheirVotes ? title.voteCount : nil,
    ]
  }

  /// - Parameter row: a result of `select`.
  static func title(_ row: Row) throws -> CatalogueTitle {
    let mediaType: String = try row.decode(atIndex: 0)
    guard let mediaType = CatalogueTitle.MediaType(rawValue: mediaType) else {
      throw CatalogueError(.database, "a title is neither film nor series")
    }
    var title = CatalogueTitle(
      mediaType: mediaType, id: try row.number(at: 1, in: StoredBounds.id), title: try row.decode(atIndex: 2),
      originalTitle: try row.decode(atIndex: 3), originalLanguage: try row.decode(atIndex: 4),
      releaseDate: try day(row, 5), year: try row.numberIfPresent(at: 17, in: StoredBounds.count),
      runtime: try row.numberIfPresent(at: 6, in: StoredBounds.count),
      genreIDs: try list(row, 7).compactMap { Int($0) }, director: try list(row, 8), cast: try list(row, 9),
      voteAverage: try row.decode(atIndex: 10), voteCount: try row.number(at: 11, in: StoredBounds.count),
      popularity: try row.decode(atIndex: 12), posterPath: try row.decode(atIndex: 13),
      backdropPath: try row.decode(atIndex: 14), collection: try row.decode(atIndex: 15),
      keywords: try list(row, 16))
    title.imdbFacts = IMDbFacts(rawValue: try row.number(at: 18, in: StoredBounds.count))
    if title.imdbFacts.contains(.votes) {
      title.voteAverage = try row.decode(atIndex: 19)
      title.voteCount = try row.number(at: 20, in: StoredBounds.count)
    }
    return title
  }

  /// The titles with these ranks, in their order.
  static func titles(_ database: Database, ranks: some Sequence<Int>) throws -> [CatalogueTitle] {
    let statement = try database.cachedStatement(sql: select + " WHERE rank = ?")
    return try ranks.compactMap { rank in try Row.fetchOne(statement, arguments: [rank]).map(title) }
  }

  /// In the format of a date: four digits, so that it stands before the days of the year.
  static func year(_ year: Int) -> String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// nil for a year alone.
  private static func day(_ row: Row, _ index: Int) throws -> String? {
    let date: String? = try row.decode(atIndex: index)
    return date.flatMap { $0.utf8.count > 4 ? $0 : nil }
  }

  private static func joined(_ items: [String]) -> String {
    items.joined(separator: String(separator))
  }

  private static func list(_ row: Row, _ index: Int) throws -> [String] {
    let text: String = try row.decode(atIndex: index)
    return text.split(separator: separator).map { String($0) }
  }
}
