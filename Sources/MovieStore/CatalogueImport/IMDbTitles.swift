import GRDB
import MovieProtocol
import TitleIndex

/// Reads `title.basics`, and finds in it the titles of the catalogue.
///
/// IMDb's numbers are unknown to the catalogue, and most of its titles are known by name only. A title of IMDb
/// is that of the catalogue if both are films or both series, they share a name, primary or original, and the
/// year if the catalogue knows it, and no other title on either side does. Case, accents and punctuation are
/// ignored. Titles in doubt are left out: a wrong fact is worse than none.
struct IMDbTitles: ImportLineReader {
  private static let years = 1800...2200
  private static let minutes = 1...100_000

  private let database: Database
  private let find: Statement
  private let setFirst: Statement
  private let countOther: Statement
  /// Lines with a name of the catalogue.
  private var hits = 0

  /// - Parameter source: of the built-in titles.
  init(_ database: Database, _ source: CatalogueSource?, _ progress: CatalogueProgress) throws {
    self.database = database
    try Self.makeNames(database, source, progress)
    find = try database.makeStatement(
      sql: """
        SELECT year, uses, number FROM catalogue_name
        WHERE name = ? AND media_type = ? AND year IN (?, 0) AND id IS NOT NULL ORDER BY year DESC LIMIT 1
        """)
    setFirst = try database.makeStatement(
      sql: """
        UPDATE catalogue_name SET uses = 1, number = ?, start_year = ?, runtime = ?, genre_ids = ?
        WHERE name = ? AND media_type = ? AND year = ?
        """)
    countOther = try database.makeStatement(
      sql: "UPDATE catalogue_name SET uses = uses + 1 WHERE name = ? AND media_type = ? AND year = ?")
  }

  // MARK: The catalogue's names

  /// With their year, or 0 if that is unknown. `id` is null if several titles have the name; `uses` is the
  /// number of titles of IMDb that have it, and `number` the first of them that can be imported.
  private static func makeNames(
    _ database: Database, _ source: CatalogueSource?, _ progress: CatalogueProgress
  ) throws {
    try database.execute(sql: "PRAGMA temp.cache_size = -16384")
    try database.execute(sql: "DROP TABLE IF EXISTS temp.catalogue_name")
    try database.execute(
      sql: """
        CREATE TEMPORARY TABLE catalogue_name (
          name TEXT NOT NULL, media_type TEXT NOT NULL, year INTEGER NOT NULL, id INTEGER,
          uses INTEGER NOT NULL DEFAULT 0, number INTEGER, start_year INTEGER, runtime INTEGER, genre_ids TEXT,
          PRIMARY KEY (name, media_type, year)
        ) STRICT, WITHOUT ROWID
        """)
    let insert = try database.makeStatement(
      sql: """
        INSERT INTO catalogue_name (name, media_type, year, id) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET id = CASE id WHEN excluded.id THEN id END
        """)
    var count = 0
    func add(_ title: CatalogueTitle) throws {
      count += 1
      if count.isMultiple(of: 256) { try progress.expectRunning() }
      let mediaType = title.mediaType.rawValue
      for name in names(title.title, title.originalTitle) {
        if let year = title.year { try insert.execute(arguments: [name, mediaType, year, title.id]) }
        // A title whose year is unknown is found by its name alone, which no other title may have, of any year.
        try insert.execute(arguments: [name, mediaType, 0, title.year == nil ? title.id : nil])
      }
    }
    if let source {
      let file = try CatalogueFile(source)
      while var (title, _) = try file.next() {
        try ImportedTable.complete(&title, database)
        try add(title)
      }
    }
    // Built-in titles are among them again, with names that they have already.
    let rows = try ImportedTable.titles(database)
    while let row = try rows.next() { try add(try ImportedTable.title(row)) }
  }

  /// In the form in which they are compared, without duplicates.
  private static func names(_ title: String, _ original: String?) -> Set<String> {
    Set([title, original].compactMap { $0.flatMap { SearchFold.plain($0)?.text } })
  }

  // MARK: IMDb's titles

  private enum Kind {
    case title(Title.MediaType)
    /// TMDB has it among its films, so a film of its name may be this.
    case nearFilm
    case other

    init(_ type: String?) {
      self =
        switch type {
        case "movie", "tvMovie": .title(.movie)
        case "tvSeries", "tvMiniSeries": .title(.tv)
        case "short", "tvShort", "tvSpecial", "video": .nearFilm
        default: .other
        }
    }
  }

  mutating func add(_ line: [UInt8]) throws -> CatalogueImportReason? {
    let line = try IMDbLine(line, of: .basics)
    let type = try line.text(1)
    let kind = Kind(type)
    if case .other = kind { return .otherType }
    guard let title = try line.name(2), let isAdult = try line.number(4, in: 0...1) else {
      throw ImportedTitle.Skipped(.malformed)
    }
    if isAdult == 1 { return .adult }
    let names = Self.names(title, try line.name(3))
    let year = try line.number(5, in: Self.years)
    guard case .title(let mediaType) = kind else {
      for name in names { _ = try use(name, .movie, year, nil, []) }
      return .otherType
    }
    var genres = IMDbGenre.ids(try line.text(8) ?? "", mediaType)
    if type == "tvMovie" { genres.append(IMDbGenre.tvMovie) }
    let facts: StatementArguments = [
      line.number, year, try line.number(7, in: Self.minutes),
      genres.map { String($0) }.joined(separator: "|"),
    ]
    var uses: Set<Use> = []
    for name in names { uses.insert(try use(name, mediaType, year, line.number, facts)) }
    if uses.contains(.again) { return .duplicate }
    guard uses.contains(.counted) else { return .unmatched }
    hits += 1
    return nil
  }

  private enum Use {
    /// The catalogue does not have the name.
    case none
    case counted
    /// It was counted for this title.
    case again
  }

  /// - Parameter facts: if it is the first title with the name.
  private func use(
    _ name: String, _ mediaType: Title.MediaType, _ year: Int?, _ number: Int?,
    _ facts: StatementArguments
  ) throws -> Use {
    let mediaType = mediaType.rawValue
    guard let row = try Row.fetchOne(find, arguments: [name, mediaType, year ?? 0]) else { return .none }
    let place: StatementArguments = [
      name, mediaType, StoredBounds.count.nearest(to: try row.decode(forColumn: "year")),
    ]
    let uses = StoredBounds.count.nearest(to: try row.decode(forColumn: "uses"))
    if let number, row.value("number") == number { return .again }
    if uses == 0, number != nil {
      try setFirst.execute(arguments: facts + place)
    } else {
      try countOther.execute(arguments: place)
    }
    return .counted
  }

  /// Replaces what an earlier import found.
  mutating func finish(_ counts: inout CatalogueImport.Counts) throws {
    try database.execute(
      sql: """
        DELETE FROM imdb_title;
        CREATE TEMPORARY TABLE pair AS SELECT DISTINCT number, media_type, id, start_year, runtime, genre_ids
          FROM catalogue_name WHERE id IS NOT NULL AND uses = 1 AND number IS NOT NULL;
        INSERT INTO imdb_title (number, media_type, id, year, runtime, genre_ids)
          SELECT number, media_type, id, start_year, runtime, genre_ids FROM pair
          WHERE number IN (SELECT number FROM pair GROUP BY number HAVING count(*) = 1)
          AND (media_type, id) IN (SELECT media_type, id FROM pair GROUP BY media_type, id HAVING count(*) = 1);
        DROP TABLE pair;
        DROP TABLE catalogue_name;
        DELETE FROM imdb_rating WHERE number NOT IN (SELECT number FROM imdb_title);
        DELETE FROM imdb_name WHERE number NOT IN (SELECT number FROM imdb_title);
        """)
    let found = try Int.fetchOne(database, sql: "SELECT count(*) FROM imdb_title") ?? 0
    counts.updated += found
    counts.skip(.ambiguous, hits - found)
  }
}
