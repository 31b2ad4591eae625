import GRDB
import MovieProtocol

/// The table `title_text`: what TMDB says of a title, by language. Its texts may be stored for six months; the
/// row in `title` has what remains without them.
struct StoredTexts: StoredRow {
  /// More than profiles have, as a rule; the oldest are forgotten.
  private static let maxLanguages = 32

  private(set) var title: Title
  private(set) var language: String
  private(set) var factsAt: Timestamp

  /// What remains of an unreadable row is nothing.
  static let empty = Self(title: StoredTitle.empty.title, language: "", factsAt: .epoch)
  static let columns: [Column<Self>] = [
    Column(known: "facts", \.title), Column("language", \.language), Column("facts_at", \.factsAt),
  ]

  /// Those in exactly this language.
  static func exact(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTexts? {
    try first("FROM title_text WHERE key = ? AND language = ?", [key, language], database)
  }

  /// Those that a reader of this language likes best.
  static func nearest(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTexts? {
    try first("FROM title_text WHERE key = ?1 \(order("?2"))", [key, language], database)
  }

  /// The end of a query for the rows of one title.
  static func order(_ language: String) -> String {
    """
    ORDER BY title_text.language = \(language) DESC,
      substr(title_text.language, 1, 2) = substr(\(language), 1, 2) DESC, title_text.language LIKE 'en%' DESC,
      title_text.facts_at DESC LIMIT 1
    """
  }

  /// - Parameter isForced: also if the stored ones are said to be newer.
  func store(isForced: Bool = false, _ database: Database) throws {
    let row = ["key": title.key, "sort_title": StoredTitleRow.sortTitle(title)] + values
    let condition = isForced ? "" : "WHERE excluded.facts_at >= facts_at"
    try database.write(
      "INSERT INTO title_text", row,
      "ON CONFLICT (key, language) DO UPDATE SET \(row.updates(but: ["key", "language"])) \(condition)")
    try database.run(
      """
      DELETE FROM title_text WHERE key = ?1 AND language IN (
        SELECT language FROM title_text WHERE key = ?1 ORDER BY facts_at DESC, language LIMIT -1 OFFSET ?2)
      """, [title.key, Self.maxLanguages])
  }

  /// TMDB's texts of a title in one language; `facts` is the title in the wire's format, as TMDB sent it at
  /// `facts_at`. The language is '' where it is unknown.
  private static let schema = """
    CREATE TABLE title_text (
      key TEXT NOT NULL REFERENCES title (key) ON DELETE CASCADE,
      language TEXT NOT NULL,
      sort_title TEXT NOT NULL,
      facts TEXT NOT NULL,
      facts_at INTEGER NOT NULL,
      PRIMARY KEY (key, language)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO title_text (key, language, sort_title, facts, facts_at)
    SELECT key, coalesce(language, ''), sort_title, facts, facts_at FROM title WHERE facts_at IS NOT NULL;
    ALTER TABLE title DROP COLUMN facts_at;
    ALTER TABLE title DROP COLUMN language;
    """

  /// Before v11 a title had the texts of one language, in its row.
  static func migrate(_ database: Database) throws {
    try database.execute(sql: schema)
    let keys = try String.fetchAll(database, sql: "SELECT key FROM title_text")
    for key in keys {
      let facts = try String.fetchOne(
        database, sql: "SELECT facts FROM title WHERE key = ?", arguments: [key])
      guard let title = facts.flatMap({ Title(facts: $0) })?.withoutTexts else { continue }
      try database.execute(
        sql: "UPDATE title SET facts = ?, sort_title = ? WHERE key = ?",
        arguments: [title.facts, StoredTitleRow.sortTitle(title), key])
    }
  }
}

extension Title {
  /// What is not TMDB's text.
  var withoutTexts: Title {
    var title = self
    (title.title, title.source) = (originalTitle ?? title.title, .library)
    if overviewSource != .movierpc { (title.overview, title.overviewSource) = (nil, nil) }
    return title
  }

  /// With the pictures and genre names, which depend on the language too.
  mutating func copyTexts(of other: Title) {
    (title, originalTitle, source) = (other.title, other.originalTitle, other.source)
    (overview, overviewSource) = (other.overview, other.overviewSource)
    (posterPath, backdropPath) = (other.posterPath ?? posterPath, other.backdropPath ?? backdropPath)
    if genres.isEmpty || Set(genreIDs) == Set(other.genreIDs), !other.genres.isEmpty { genres = other.genres }
  }
}
