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

extension StoredTitle: StoredRow {
  /// What is read; the other columns follow from it.
  static let empty = Self(Title(.itunes(0), "", source: .library))
  static let columns: [Column<Self>] = [
    Column("facts", \.title, from: StoredTitleRow.decoded, to: { $0.facts }), Column("imdb_id", \.imdbID),
  ]

  /// With the texts that a reader of this language likes best.
  func withTexts(_ language: String, _ database: Database) throws -> StoredTitle {
    guard let texts = try StoredTexts.nearest(title.key, language, database) else { return self }
    var title = self
    title.title.copyTexts(of: texts.title)
    (title.factsAt, title.language) = (texts.factsAt, texts.language)
    return title
  }
}

/// The table `title`.
enum StoredTitleRow {
  /// An existing row is not changed, but gets texts of another language; ``Library/renew(_:)`` decides which
  /// facts may change.
  static func insert(_ kept: StoredTitle, _ database: Database) throws {
    let texts = try texts(of: kept, database)
    let title = texts == nil ? kept.title : kept.title.withoutTexts
    try database.write("INSERT OR IGNORE INTO title", row(StoredTitle(title, imdbID: kept.imdbID)))
    try texts?.store(database)
  }

  /// Replaces the facts of a row, except for texts.
  static func update(_ kept: StoredTitle, _ database: Database) throws {
    let row = row(kept)
    try database.write(
      "INSERT INTO title", row, "ON CONFLICT (key) DO UPDATE SET \(row.updates(but: ["key"]))")
  }

  /// Lists are sorted and filtered by the columns before `facts`.
  private static func row(_ kept: StoredTitle) -> ColumnValues {
    let title = kept.title
    return [
      "key": title.key, "media_type": title.mediaType, "sort_title": sortTitle(title),
      "genre_ids": "|" + title.genreIDs.map { "\($0)|" }.joined(), "release_date": title.releaseDate,
      "vote_average": title.voteAverage, "vote_count": title.voteCount, "popularity": title.popularity,
    ] + kept.values
  }

  /// Whose texts are TMDB's, and how old they are. Facts that come from the library itself are as old as the
  /// stored ones.
  private static func texts(of kept: StoredTitle, _ database: Database) throws -> StoredTexts? {
    let title = kept.title
    if let factsAt = kept.factsAt {
      return StoredTexts(title: title, language: kept.language ?? "", factsAt: factsAt)
    }
    guard title.source == .library, title.id != nil, title != title.withoutTexts else { return nil }
    let row = try Row.fetchOne(
      database, sql: "SELECT facts_at, language FROM download WHERE key = ?", arguments: [title.key])
    guard let row else {
      // A file says neither whose texts these are nor in which language: other profiles keep those that they see.
      let known: Int? = try database.first("SELECT 1 FROM title WHERE key = ?", [title.key])
      return known != nil ? nil : StoredTexts(title: title, language: "", factsAt: .epoch)
    }
    return try row.value("facts_at").map {
      StoredTexts(title: title, language: try row.decode(forColumn: "language"), factsAt: $0)
    }
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
    return row.value("facts_at")
  }

  /// Nil if there is no title with that key.
  static func title(_ key: TitleKey, _ language: String, _ database: Database) throws -> Title? {
    try stored(key, language, database).map(\.title.asStored)
  }

  /// The title of a download, which has one language.
  static func title(facts: String) throws -> Title { try decoded(facts).asStored }

  /// With the source of its facts.
  static func stored(_ key: TitleKey, _ language: String, _ database: Database) throws -> StoredTitle? {
    try StoredTitle.first("FROM title WHERE key = ?", [key], database)?.withTexts(language, database)
  }

  @Sendable static func decoded(_ facts: String) throws -> Title {
    guard let title = Title(facts: facts) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a title cannot be decoded")
    }
    return title
  }

  /// Deletes a title that is on no list any more.
  static func removeUnused(_ key: TitleKey, _ database: Database) throws {
    try database.run(
      "DELETE FROM title WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM entry WHERE key = ?1)", [key])
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
