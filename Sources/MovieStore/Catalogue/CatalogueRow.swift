import GRDB
import JSONRPC
import MovieProtocol

/// The table `title`: one row in, one row out.
enum CatalogueRow {
  /// Separates the items of a list in one column. `CatalogueFile` uses the same, so no item can contain it.
  static let separator: Character = "|"
  private static let separatorByte = UInt8(ascii: "|")

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

  /// What a list of completions shows, and the pictures that its client may ask for next.
  private static let selectSuggestion = """
    SELECT media_type, id, title, release_date, vote_average, vote_count, poster_path, backdrop_path, year,
      imdb_facts, imdb_average, imdb_votes
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
  static func title(_ row: StatementRow) throws(CatalogueError) -> CatalogueTitle {
    var title = CatalogueTitle(
      mediaType: try mediaType(row), id: try row.number(at: 1, in: StoredBounds.id),
      title: try row.text(at: 2),
      originalTitle: try row.textIfPresent(at: 3), originalLanguage: try row.textIfPresent(at: 4),
      releaseDate: try day(row, 5), year: try row.numberIfPresent(at: 17, in: StoredBounds.count),
      runtime: try row.numberIfPresent(at: 6, in: StoredBounds.count),
      genreIDs: try list(row, 7).compactMap { Int($0) }, director: try list(row, 8), cast: try list(row, 9),
      voteAverage: try row.realIfPresent(at: 10), voteCount: try row.number(at: 11, in: StoredBounds.count),
      popularity: try row.realIfPresent(at: 12), posterPath: try row.textIfPresent(at: 13),
      backdropPath: try row.textIfPresent(at: 14), collection: try row.textIfPresent(at: 15),
      keywords: try list(row, 16))
    try addIMDbFacts(row, 18, to: &title)
    return title
  }

  /// - Parameter row: a result of `selectSuggestion`.
  private static func suggestion(_ row: StatementRow) throws(CatalogueError) -> CatalogueTitle {
    var title = CatalogueTitle(
      mediaType: try mediaType(row), id: try row.number(at: 1, in: StoredBounds.id),
      title: try row.text(at: 2),
      releaseDate: try day(row, 3), year: try row.numberIfPresent(at: 8, in: StoredBounds.count),
      voteAverage: try row.realIfPresent(at: 4), voteCount: try row.number(at: 5, in: StoredBounds.count),
      posterPath: try row.textIfPresent(at: 6), backdropPath: try row.textIfPresent(at: 7))
    try addIMDbFacts(row, 9, to: &title)
    return title
  }

  private static func mediaType(_ row: StatementRow) throws(CatalogueError) -> Title.MediaType {
    guard let mediaType = Title.MediaType(rawValue: try row.text(at: 0)) else {
      throw CatalogueError(.database, "a title is neither film nor series")
    }
    return mediaType
  }

  /// - Parameter column: `imdb_facts`, which the other two follow.
  private static func addIMDbFacts(
    _ row: StatementRow, _ column: CInt, to title: inout CatalogueTitle
  ) throws(CatalogueError) {
    title.imdbFacts = IMDbFacts(rawValue: try row.number(at: column, in: StoredBounds.count))
    guard title.imdbFacts.contains(.votes) else { return }
    title.voteAverage = try row.realIfPresent(at: column + 1)
    title.voteCount = try row.number(at: column + 2, in: StoredBounds.count)
  }

  /// The titles with these ranks, in their order.
  static func titles(
    _ database: Database, ranks: some Sequence<Int>, isSuggestion: Bool = false
  ) throws -> [CatalogueTitle] {
    let statement = try database.cachedStatement(
      sql: (isSuggestion ? selectSuggestion : select) + " WHERE rank = ?")
    let value = isSuggestion ? suggestion : title
    return try ranks.compactMap { try StatementRow.first(of: statement, arguments: [.integer($0)], value) }
  }

  /// In the format of a date: four digits, so that it stands before the days of the year.
  static func year(_ year: Int) -> String { year.padded(to: 4) }

  /// nil for a year alone.
  private static func day(_ row: StatementRow, _ column: CInt) throws(CatalogueError) -> String? {
    let date = try row.textIfPresent(at: column)
    return date.flatMap { $0.utf8.count > 4 ? $0 : nil }
  }

  private static func joined(_ items: [String]) -> String {
    items.joined(separator: String(separator))
  }

  private static func list(_ row: StatementRow, _ column: CInt) throws(CatalogueError) -> [String] {
    try row.list(at: column, separator: separatorByte)
  }
}
