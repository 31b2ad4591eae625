import GRDB
package import MovieProtocol

/// A title, or a download, whose facts are to be fetched again.
package struct OutdatedTitle: Sendable, Equatable {
  package var key: TitleKey
  /// Of a download: the language and region it was requested in. Nil: the title of a list.
  package var download: Locale?
  /// Nil: TMDB did not send the facts.
  package var factsAt: Timestamp?

  package struct Locale: Sendable, Equatable {
    package var language: String
    package var region: String
  }
}

extension Library {
  /// Titles and downloads whose facts TMDB sent before `since`, or did not send. The oldest facts come first,
  /// those that TMDB did not send come last.
  ///
  /// - Parameters:
  ///   - now: a later time counts as old, since the clock was wrong.
  ///   - skipped: keys to leave out.
  package func outdated(
    since: Timestamp, now: Timestamp, skipped: Set<TitleKey> = [], limit: Int
  ) async throws(LibraryError) -> [OutdatedTitle] {
    try await read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM (SELECT key, NULL AS language, NULL AS region, facts_at FROM title
          WHERE (facts_at IS NULL OR facts_at NOT BETWEEN ?1 AND ?2) AND key NOT LIKE 'itunes/%'
          UNION ALL
          SELECT key, language, region, facts_at FROM download
          WHERE (facts_at IS NULL OR facts_at NOT BETWEEN ?1 AND ?2) AND key NOT LIKE 'itunes/%'
            AND NOT is_deleted)
          ORDER BY facts_at IS NULL, facts_at <= ?2, facts_at, key
          """, arguments: [since.seconds, now.seconds])
      var found: [OutdatedTitle] = []
      while found.count < limit, let row = try rows.next() {
        guard let key: TitleKey = row.value(at: 0), !skipped.contains(key) else { continue }
        var title = OutdatedTitle(key: key, factsAt: try row.secondsIfPresent(at: 3))
        if let language: String = try row.decode(atIndex: 1) {
          title.download = OutdatedTitle.Locale(language: language, region: try row.decode(atIndex: 2))
        }
        found.append(title)
      }
      return found
    }
  }

  /// Forgets texts that TMDB sent before `since`: its terms allow six months. The title remains, under its
  /// original title, with its dates, genres, votes and pictures.
  ///
  /// - Parameters:
  ///   - now: a later time counts as old, since the clock was wrong.
  ///   - limit: so many rows at once, so that others get their turn.
  /// - Returns: how many rows were changed.
  package func dropTexts(since: Timestamp, now: Timestamp, limit: Int = 200) async throws(LibraryError) -> Int
  {
    let keys = try await write { database in
      try AccountJournal.forget(before: since, database)
      return try Self.dropTexts(ofTitles: try Self.expired("title", since, now, limit, database), database)
        + Self.dropTexts(ofDownloads: try Self.expired("download", since, now, limit, database), database)
    }
    await forgetInIndex(keys.compactMap { TitleKey($0) })
    return keys.count
  }

  private static func expired(
    _ table: String, _ since: Timestamp, _ now: Timestamp, _ limit: Int, _ database: Database
  ) throws -> [String] {
    try String.fetchAll(
      database, sql: "SELECT key FROM \(table) WHERE facts_at NOT BETWEEN ? AND ? LIMIT ?",
      arguments: [since.seconds, now.seconds, limit])
  }

  private static func dropTexts(ofTitles keys: [String], _ database: Database) throws -> [String] {
    for key in keys {
      // Unreadable facts stay as they are, and are not looked at again.
      try database.execute(
        sql: "UPDATE title SET facts_at = NULL, language = NULL WHERE key = ?", arguments: [key])
      let facts = try String.fetchOne(
        database, sql: "SELECT facts FROM title WHERE key = ?", arguments: [key])
      guard let title = facts.flatMap({ Title(facts: $0) })?.withoutTexts else { continue }
      try database.execute(
        sql: "UPDATE title SET facts = ?, sort_title = ? WHERE key = ?",
        arguments: [title.facts, StoredTitleRow.sortTitle(title), key])
    }
    return keys
  }

  private static func dropTexts(ofDownloads keys: [String], _ database: Database) throws -> [String] {
    for key in keys {
      try database.execute(sql: "UPDATE download SET facts_at = NULL WHERE key = ?", arguments: [key])
      let text = try String.fetchOne(
        database, sql: "SELECT detail FROM download WHERE key = ?", arguments: [key])
      guard let detail = text.flatMap({ TitleDetail(facts: $0) })?.withoutTexts else { continue }
      try database.execute(
        sql: "UPDATE download SET title = ?, facts = ?, detail = ? WHERE key = ?",
        arguments: [detail.title.title, detail.title.facts, detail.facts, key])
    }
    return keys
  }
}

extension Title {
  fileprivate var withoutTexts: Title {
    var title = self
    (title.title, title.source) = (originalTitle, .library)
    if overviewSource != .movierpc { (title.overview, title.overviewSource) = (nil, nil) }
    return title
  }
}

extension TitleDetail {
  /// With what is no text of TMDB's: names of people, numbers, and where videos are.
  fileprivate var withoutTexts: TitleDetail {
    var detail = TitleDetail(title.withoutTexts)
    (detail.status, detail.runtime, detail.imdbID) = (status, runtime, imdbID)
    (detail.homepage, detail.logoPath, detail.certification) = (homepage, logoPath, certification)
    (detail.directors, detail.creators, detail.videos) = (directors, creators, videos)
    detail.cast = cast.map { CastMember(name: $0.name, profilePath: $0.profilePath) }
    detail.isPartial = true
    return detail
  }
}
