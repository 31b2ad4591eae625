import GRDB
import MovieProtocol

/// IMDb's facts about titles of the catalogue. They are kept apart from others, because IMDb's terms forbid
/// passing them on.
enum IMDbTable {
  /// Of one title; later ones are left out.
  static let maxNames = 48

  /// `number` is IMDb's, without its tt; `id` is TMDB's.
  static let tables = [
    """
    CREATE TABLE imdb_title (
      number INTEGER PRIMARY KEY,
      media_type TEXT NOT NULL CHECK (media_type IN ('movie', 'tv')),
      id INTEGER NOT NULL,
      year INTEGER,
      runtime INTEGER,
      genre_ids TEXT NOT NULL,
      UNIQUE (media_type, id)
    ) STRICT
    """,
    """
    CREATE TABLE imdb_rating (number INTEGER PRIMARY KEY, average REAL NOT NULL, votes INTEGER NOT NULL)
    STRICT
    """,
    """
    CREATE TABLE imdb_name (number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (number, name))
    STRICT, WITHOUT ROWID
    """,
  ]

  /// No title of the catalogue is known by IMDb's number.
  static func isEmpty(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT 1 FROM imdb_title LIMIT 1") == nil
  }

  static func has(_ number: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM imdb_title WHERE number = ?")
    return try Int.fetchOne(statement, arguments: [number]) != nil
  }

  /// Adds the facts that nothing else knows, and the names under which it is also found.
  static func complete(_ title: inout CatalogueTitle, _ database: Database) throws {
    let statement = try database.cachedStatement(
      sql: """
        SELECT number, year, runtime, genre_ids, average, votes
        FROM imdb_title LEFT JOIN imdb_rating USING (number) WHERE media_type = ? AND id = ?
        """)
    let arguments: StatementArguments = [title.mediaType.rawValue, title.id]
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return }
    if title.year == nil, let year: Int = row.value("year") {
      title.year = year
      title.imdbFacts.insert(.year)
    }
    if title.runtime == nil, let runtime: Int = row.value("runtime") {
      title.runtime = runtime
      title.imdbFacts.insert(.runtime)
    }
    let genres: String = row.value("genre_ids") ?? ""
    if title.genreIDs.isEmpty, !genres.isEmpty {
      title.genreIDs = ImportedTable.items(genres).compactMap { Int($0) }
      title.imdbFacts.insert(.genres)
    }
    if title.voteAverage == nil, let average: Double = row.value("average"),
      let votes: Int = row.value("votes")
    {
      (title.voteAverage, title.voteCount) = (average, votes)
      title.imdbFacts.insert(.votes)
    }
    let names = try database.cachedStatement(
      sql: "SELECT name FROM imdb_name WHERE number = ? LIMIT \(maxNames)")
    title.aliases += try String.fetchAll(
      names, arguments: [StoredBounds.id.nearest(to: try row.decode(forColumn: "number"))])
  }

  /// The title of IMDb's number.
  static func title(_ number: Int, _ database: Database) throws -> (Title.MediaType, id: Int)? {
    let row = try Row.fetchOne(
      database, sql: "SELECT media_type, id FROM imdb_title WHERE number = ?", arguments: [number])
    guard let row, let mediaType: Title.MediaType = row.value("media_type") else { return nil }
    return (mediaType, StoredBounds.id.nearest(to: try row.decode(forColumn: "id")))
  }
}
