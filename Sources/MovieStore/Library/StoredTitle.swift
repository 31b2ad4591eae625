import GRDB
package import MovieProtocol

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

/// The table `title`: one row in, one row out.
enum StoredTitleRow {
  /// An existing row is not changed; ``Library/renew(_:)`` decides which facts may change.
  static func insert(_ kept: StoredTitle, _ database: Database) throws {
    let title = kept.title
    try database.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO title (key, media_type, imdb_id, sort_title, genre_ids, release_date,
          vote_average, vote_count, popularity, facts, facts_at, language)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      title.key, title.mediaType.rawValue, kept.imdbID, sortTitle(title), genreList(title),
      title.releaseDate, title.voteAverage, title.voteCount, title.popularity, title.facts,
      try factsAt(title, kept.factsAt, database)?.seconds, kept.language,
    ])
  }

  static func sortTitle(_ title: Title) -> String {
    SearchFold.plain(title.title)?.text ?? title.title
  }

  /// Facts that come from the library itself are as old as the stored ones.
  ///
  /// - Parameter said: when upstream sent it.
  static func factsAt(_ title: Title, _ said: Timestamp?, _ database: Database) throws -> Timestamp? {
    guard title.source == .library, said == nil, title.id != nil else { return said }
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT facts_at FROM download WHERE key = ?1 UNION ALL SELECT facts_at FROM title WHERE key = ?1
        """, arguments: [title.key])
    guard let row else { return .epoch }
    return try row.secondsIfPresent(at: 0)
  }

  /// `|18|28|`
  static func genreList(_ title: Title) -> String { "|" + title.genreIDs.map { "\($0)|" }.joined() }

  /// Nil if there is no title with that key.
  static func title(_ key: TitleKey, _ database: Database) throws -> Title? {
    let statement = try database.cachedStatement(sql: "SELECT facts FROM title WHERE key = ?")
    return try String.fetchOne(statement, arguments: [key]).map(title)
  }

  /// - Parameter facts: the value of the column of that name.
  static func title(facts: String) throws -> Title {
    guard var title = Title(facts: facts) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a title cannot be decoded")
    }
    title.source = .library
    return title
  }

  /// Deletes a title that is on no list any more.
  static func removeUnused(_ key: TitleKey, _ database: Database) throws {
    try database.cachedStatement(
      sql: "DELETE FROM title WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE key = ?1)"
    ).execute(arguments: [key])
  }
}
