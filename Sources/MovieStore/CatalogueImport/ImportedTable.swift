import GRDB
import MovieProtocol

/// The table `imported`: what was imported of titles, whether the built-in catalogue has them or not. A column is null if no import knew the fact.
enum ImportedTable {
  /// Later titles are left out.
  static let maxTitles = 2_000_000

  /// The facts, beside media type and ID. `original_title` alone is all that TMDB's export has of a name.
  enum Column: String, CaseIterable {
    case title
    case originalTitle = "original_title"
    case originalLanguage = "original_language"
    case releaseDate = "release_date"
    case runtime
    case genreIDs = "genre_ids"
    case director, actors
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
    case popularity
    case posterPath = "poster_path"
    case backdropPath = "backdrop_path"
    case collection, keywords
  }

  /// Between the items of a list in one column, as in `CatalogueFile`.
  static let separator = UInt8(ascii: "|")

  /// Without the separator. By bytes: a mark that follows it would make another character of it.
  static func item(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 == separator ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
  }

  static func items(_ text: String) -> [String] {
    text.utf8.split(separator: separator).map { String(Substring($0)) }
  }

  private static let columns = Column.allCases.map(\.rawValue)

  static let sql = """
    CREATE TABLE imported (
      media_type TEXT NOT NULL CHECK (media_type IN ('movie', 'tv')),
      id INTEGER NOT NULL,
      title TEXT,
      original_title TEXT,
      original_language TEXT,
      release_date TEXT,
      runtime INTEGER,
      genre_ids TEXT,
      director TEXT,
      actors TEXT,
      vote_average REAL,
      vote_count INTEGER,
      popularity REAL,
      poster_path TEXT,
      backdrop_path TEXT,
      collection TEXT,
      keywords TEXT,
      state INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (media_type, id)
    ) STRICT, WITHOUT ROWID
    """

  /// In the column `state`: whether this import has the title.
  private enum State: Int {
    case added = 1
    case updated = 2
  }

  // MARK: Writing

  /// An import begins: no title is of it yet.
  static func begin(_ database: Database) throws {
    try database.execute(sql: "UPDATE imported SET state = 0 WHERE state != 0")
  }

  /// Adds titles; a fact of theirs replaces the older one.
  struct Writer: ImportLineReader {
    private let insert: Statement
    private let update: Statement
    private let database: Database
    private var titles: Int

    init(_ database: Database) throws {
      self.database = database
      titles = try ImportedTable.count(database)
      let names = (["media_type", "id"] + columns).joined(separator: ", ")
      let places = Array(repeating: "?", count: columns.count + 2).joined(separator: ", ")
      insert = try database.makeStatement(
        sql: "INSERT OR IGNORE INTO imported (\(names), state) VALUES (\(places), \(State.added.rawValue))")
      let values = columns.enumerated().map { "\($1) = coalesce(?\($0 + 3), \($1))" }
      update = try database.makeStatement(
        sql: """
          UPDATE imported SET \(values.joined(separator: ", ")), state = \(State.updated.rawValue)
          WHERE media_type = ?1 AND id = ?2 AND state = 0
          """)
    }

    mutating func add(_ line: [UInt8]) throws -> CatalogueImportReason? {
      let title = try ImportedTitle.of(line)
      let arguments = StatementArguments(
        [title.mediaType.rawValue.databaseValue, title.id.databaseValue] + title.values)
      if titles < maxTitles {
        try insert.execute(arguments: arguments)
        if database.changesCount == 1 {
          titles += 1
          return nil
        }
      }
      try update.execute(arguments: arguments)
      if database.changesCount == 1 { return nil }
      return titles < maxTitles ? .duplicate : .tooMany
    }

    mutating func finish(_ counts: inout CatalogueImport.Counts) {}
  }

  /// - Parameter added: how many of an import the built-in catalogue does not have, nor an earlier import.
  static func count(
    _ database: Database, added: Int, into counts: inout CatalogueImport.Counts
  ) throws {
    let taken = try Int.fetchOne(database, sql: "SELECT count(*) FROM imported WHERE state > 0") ?? 0
    counts.added = added
    counts.updated += taken - added
  }

  // MARK: Reading

  private static let select = "SELECT media_type, id, \(columns.joined(separator: ", ")), state FROM imported"

  /// The number of titles that are imported, also those that the built-in catalogue has.
  static func count(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM imported") ?? 0
  }

  static func isEmpty(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "SELECT 1 FROM imported LIMIT 1") == nil
  }

  /// Adds what was imported to a title of the built-in catalogue.
  static func complete(_ title: inout CatalogueTitle, _ database: Database) throws {
    let statement = try database.cachedStatement(sql: select + " WHERE media_type = ? AND id = ?")
    let arguments: StatementArguments = [title.mediaType.rawValue, title.id]
    if let row = try Row.fetchOne(statement, arguments: arguments) { try add(row, to: &title) }
  }

  /// All titles, the best known first.
  static func titlesByRenown(_ database: Database) throws -> RowCursor {
    try Row.fetchCursor(
      database,
      sql: select + " ORDER BY popularity IS NULL, popularity DESC, vote_count DESC, media_type, id")
  }

  /// - Parameter row: of `titles` or `titlesByRenown`.
  /// - Returns: no import before the last one had the title.
  static func isAdded(_ row: Row) -> Bool { row.value("state") == State.added.rawValue }

  /// All titles.
  static func titles(_ database: Database) throws -> RowCursor { try Row.fetchCursor(database, sql: select) }

  /// - Parameter row: of `titles` or `titlesByRenown`.
  static func title(_ row: Row) throws -> CatalogueTitle {
    let mediaType: String = try row.decode(forColumn: "media_type")
    var title = CatalogueTitle(
      mediaType: Title.MediaType(rawValue: mediaType) ?? .movie,
      id: StoredBounds.id.nearest(to: try row.decode(forColumn: "id")), title: "")
    try add(row, to: &title)
    return title
  }

  private static func add(_ row: Row, to title: inout CatalogueTitle) throws {
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: Column) -> Value? {
      row.value(column.rawValue)
    }
    func list(_ column: Column) -> [String]? {
      let text: String? = value(column)
      return text.map(items)
    }
    let original: String? = value(.originalTitle) ?? title.originalTitle
    if let name: String = value(.title) { title.title = name }
    if title.title.isEmpty { title.title = original ?? "" }
    title.originalTitle = original == title.title ? nil : original
    title.originalLanguage = value(.originalLanguage) ?? title.originalLanguage
    if let date: String = value(.releaseDate) {
      (title.releaseDate, title.year) = (date.utf8.count > 4 ? date : nil, Int(date.prefix(4)))
    }
    title.runtime = value(.runtime) ?? title.runtime
    title.genreIDs = list(.genreIDs)?.compactMap { Int($0) } ?? title.genreIDs
    title.director = list(.director) ?? title.director
    title.cast = list(.actors) ?? title.cast
    title.voteAverage = value(.voteAverage) ?? title.voteAverage
    title.voteCount = value(.voteCount) ?? title.voteCount
    title.popularity = value(.popularity) ?? title.popularity
    title.posterPath = value(.posterPath) ?? title.posterPath
    title.backdropPath = value(.backdropPath) ?? title.backdropPath
    title.collection = value(.collection) ?? title.collection
    title.keywords = list(.keywords) ?? title.keywords
  }
}
