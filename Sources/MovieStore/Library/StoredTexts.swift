import GRDB
import MovieProtocol

/// The table `title_text`: what TMDB says of a title, by language. Its texts may be stored for six months; the
/// row in `title` has what remains without them.
struct StoredTexts {
  /// More than profiles have, as a rule; the oldest are forgotten.
  private static let maxLanguages = 32

  let title: Title
  let language: String
  let factsAt: Timestamp

  /// What remains of an unreadable row is nothing.
  private init?(_ row: Row) throws {
    guard let title = Title(facts: try row.decode(atIndex: 0)) else { return nil }
    self.title = title
    (language, factsAt) = (try row.decode(atIndex: 1), try row.seconds(at: 2))
  }

  /// Those in exactly this language.
  static func exact(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTexts? {
    let statement = try database.cachedStatement(
      sql: "SELECT facts, language, facts_at FROM title_text WHERE key = ? AND language = ?")
    return try Row.fetchOne(statement, arguments: [key, language]).flatMap { try StoredTexts($0) }
  }

  /// Those that a reader of this language likes best.
  static func nearest(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTexts? {
    let statement = try database.cachedStatement(
      sql: "SELECT facts, language, facts_at FROM title_text WHERE key = ?1 \(order("?2"))")
    return try Row.fetchOne(statement, arguments: [key, language]).flatMap { try StoredTexts($0) }
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
  static func store(
    _ title: Title, _ language: String, _ factsAt: Timestamp, isForced: Bool = false, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO title_text (key, language, sort_title, facts, facts_at) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (key, language) DO UPDATE SET sort_title = excluded.sort_title, facts = excluded.facts,
          facts_at = excluded.facts_at WHERE ?6 OR excluded.facts_at >= facts_at
        """
    ).execute(arguments: [
      title.key, language, StoredTitleRow.sortTitle(title), title.facts, factsAt.seconds, isForced,
    ])
    try database.cachedStatement(
      sql: """
        DELETE FROM title_text WHERE key = ?1 AND language IN (
          SELECT language FROM title_text WHERE key = ?1 ORDER BY facts_at DESC, language LIMIT -1 OFFSET ?2)
        """
    ).execute(arguments: [title.key, maxLanguages])
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
