import GRDB
package import MovieProtocol
import TitleIndex

/// A title with the library's additional data.
package struct StoredTitle: Sendable, Equatable {
  package var title: Title
  package var imdbID: String?
  /// When TMDB sent its texts. Nil: they are not TMDB's.
  package var factsAt: Timestamp?
  /// The language of these texts; nil: unknown.
  package var language: String?

  package init(_ title: Title, imdbID: String? = nil, factsAt: Timestamp? = nil, language: String? = nil) {
    self.title = title.withoutIMDbFacts
    (self.imdbID, self.factsAt, self.language) = (imdbID, factsAt, language)
  }
}

/// The table `title`: one row in, one row out. What is read has the texts that a reader of a language likes best.
enum StoredTitleRow {
  /// An existing row is not changed, but gets texts of another language; ``Library/renew(_:)`` decides which
  /// facts may change.
  static func insert(_ kept: StoredTitle, _ database: Database) throws {
    let texts = try texts(of: kept, database)
    let title = texts == nil ? kept.title : kept.title.withoutTexts
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO title (key, media_type, imdb_id, sort_title, genre_ids, release_date,
          vote_average, vote_count, popularity, facts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      title.key, title.mediaType.rawValue, kept.imdbID, sortTitle(title), genreList(title),
      title.releaseDate, title.voteAverage, title.voteCount, title.popularity, title.facts,
    ])
    if let texts { try StoredTexts.store(kept.title, texts.language, texts.factsAt, database) }
  }

  /// Whose texts are TMDB's, and how old they are. Facts that come from the library itself are as old as the
  /// stored ones.
  private static func texts(
    of kept: StoredTitle, _ database: Database
  ) throws -> (language: String, factsAt: Timestamp)? {
    if let factsAt = kept.factsAt { return (kept.language ?? "", factsAt) }
    let title = kept.title
    guard title.source == .library, title.id != nil, title != title.withoutTexts else { return nil }
    let row = try Row.fetchOne(
      database, sql: "SELECT facts_at, language FROM download WHERE key = ?", arguments: [title.key])
    guard let row else { return ("", .epoch) }
    let language: String = try row.decode(atIndex: 1)
    return try row.secondsIfPresent(at: 0).map { (language, $0) }
  }

  static func sortTitle(_ title: Title) -> String {
    SearchFold.plain(title.title)?.text ?? title.title
  }

  /// The age of what is written to a download: that of what the library has, if it comes from there.
  ///
  /// - Parameter said: when upstream sent it.
  static func factsAt(_ title: Title, _ said: Timestamp?, _ database: Database) throws -> Timestamp? {
    guard title.source == .library, said == nil, title.id != nil else { return said }
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT facts_at FROM download WHERE key = ?1
        UNION ALL SELECT (SELECT min(facts_at) FROM title_text WHERE key = ?1) FROM title WHERE key = ?1
        """, arguments: [title.key])
    guard let row else { return .epoch }
    return try row.secondsIfPresent(at: 0)
  }

  /// `|18|28|`
  static func genreList(_ title: Title) -> String { "|" + title.genreIDs.map { "\($0)|" }.joined() }

  /// Nil if there is no title with that key.
  static func title(_ key: TitleKey, _ language: String, _ database: Database) throws -> Title? {
    try stored(key, language, database).map(\.title.asStored)
  }

  /// - Parameter facts: the value of the column of that name.
  static func title(facts: String, _ language: String, _ database: Database) throws -> Title {
    try stored(facts: facts, language, database).title.asStored
  }

  /// The title of a download, which has one language.
  static func title(facts: String) throws -> Title { try decoded(facts).asStored }

  /// With the source of its facts.
  static func stored(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTitle? {
    let statement = try database.cachedStatement(sql: "SELECT facts, imdb_id FROM title WHERE key = ?")
    return try Row.fetchOne(statement, arguments: [key]).map { row in
      var title = try stored(facts: try row.decode(atIndex: 0), language, database)
      title.imdbID = try row.decode(atIndex: 1)
      return title
    }
  }

  static func stored(facts: String, _ language: String, _ database: Database) throws -> StoredTitle {
    var title = try decoded(facts)
    let texts = try StoredTexts.nearest(title.key, language, database)
    if let texts { title.copyTexts(of: texts.title) }
    return StoredTitle(title, factsAt: texts?.factsAt, language: texts?.language)
  }

  static func decoded(_ facts: String) throws -> Title {
    guard let title = Title(facts: facts) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a title cannot be decoded")
    }
    return title
  }

  /// Deletes a title that is on no list any more.
  static func removeUnused(_ key: TitleKey, _ database: Database) throws {
    try database.cachedStatement(
      sql: "DELETE FROM title WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE key = ?1)"
    ).execute(arguments: [key])
  }
}

extension Title {
  /// As a client is told of it.
  var asStored: Title {
    var title = self
    title.source = .library
    return title
  }
}

extension Title {
  /// Lists of titles are sorted by it.
  package var order: String { StoredTitleRow.sortTitle(self) }
}
