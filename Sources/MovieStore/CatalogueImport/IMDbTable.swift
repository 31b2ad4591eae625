import GRDB
import MovieProtocol

/// IMDb's facts about titles of the catalogue. They are kept apart from others, because IMDb's terms forbid
/// passing them on. They are carried over when the catalogue is built again.
enum IMDbTable {
  /// Of one title; later ones are left out.
  static let maxNames = 48

  /// `number` is IMDb's, without its tt; `id` is TMDB's.
  static let tables = [
    CatalogueSchema.Table(
      name: "imdb_title",
      sql: """
        CREATE TABLE imdb_title (
          number INTEGER PRIMARY KEY,
          media_type TEXT NOT NULL CHECK (media_type IN ('movie', 'tv')),
          id INTEGER NOT NULL,
          year INTEGER,
          runtime INTEGER,
          genre_ids TEXT NOT NULL,
          UNIQUE (media_type, id)
        ) STRICT
        """),
    CatalogueSchema.Table(
      name: "imdb_rating",
      sql: """
        CREATE TABLE imdb_rating (number INTEGER PRIMARY KEY, average REAL NOT NULL, votes INTEGER NOT NULL)
        STRICT
        """),
    CatalogueSchema.Table(
      name: "imdb_name",
      sql: """
        CREATE TABLE imdb_name (number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (number, name))
        STRICT, WITHOUT ROWID
        """),
  ]

  /// Takes over what the file attached as `previous` has, if it has these tables.
  static func carryOver(_ database: Database) throws {
    for table in tables {
      let previous = try String.fetchOne(
        database, sql: "SELECT sql FROM previous.sqlite_schema WHERE name = ?", arguments: [table.name])
      guard previous == table.sql else { return }
    }
    for table in tables {
      try database.execute(sql: "INSERT INTO \(table.name) SELECT * FROM previous.\(table.name)")
    }
  }

  /// No title of the catalogue is known by IMDb's number.
  static func isEmpty(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT 1 FROM imdb_title LIMIT 1") == nil
  }

  static func has(_ number: Int, _ database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM imdb_title WHERE number = ?")
    return try Int.fetchOne(statement, arguments: [number]) != nil
  }

  /// Adds the facts that nothing else knows.
  ///
  /// - Returns: the names under which it is also found.
  static func complete(_ title: inout CatalogueTitle, _ database: Database) throws -> [String] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT number, year, runtime, genre_ids, average, votes
        FROM imdb_title LEFT JOIN imdb_rating USING (number) WHERE media_type = ? AND id = ?
        """)
    let arguments: StatementArguments = [title.mediaType.rawValue, title.id]
    guard let row = try Row.fetchOne(statement, arguments: arguments) else { return [] }
    if title.year == nil, let year: Int = row.value(at: 1) {
      title.year = year
      title.imdbFacts.insert(.year)
    }
    if title.runtime == nil, let runtime: Int = row.value(at: 2) {
      title.runtime = runtime
      title.imdbFacts.insert(.runtime)
    }
    let genres: String = row.value(at: 3) ?? ""
    if title.genreIDs.isEmpty, !genres.isEmpty {
      title.genreIDs = genres.split(separator: CatalogueRow.separator).compactMap { Int($0) }
      title.imdbFacts.insert(.genres)
    }
    if title.voteAverage == nil, let average: Double = row.value(at: 4), let votes: Int = row.value(at: 5) {
      (title.voteAverage, title.voteCount) = (average, votes)
      title.imdbFacts.insert(.votes)
    }
    let names = try database.cachedStatement(
      sql: "SELECT name FROM imdb_name WHERE number = ? LIMIT \(maxNames)")
    return try String.fetchAll(names, arguments: [try row.number(at: 0, in: StoredBounds.id)])
  }
}

extension Catalogue {
  /// The title of IMDb's number, `tt1160419`, if an import has found it; nil also for anything else.
  package func title(imdb id: String) throws -> CatalogueTitle? {
    try Task.checkCancellation()
    guard let number = IMDbLine.number(of: Array(id.utf8)) else { return nil }
    return try reading { database in
      let statement = try database.cachedStatement(
        sql: CatalogueRow.select
          + " WHERE (media_type, id) = (SELECT media_type, id FROM imdb_title WHERE number = ?)")
      return try StatementRow.first(of: statement, arguments: [.integer(number)], CatalogueRow.title)
    } ?? nil
  }
}
