import GRDB
import JSONRPC
package import MovieProtocol

/// A title of a list, or a download, whose facts are to be fetched again.
package struct OutdatedTitle: Sendable, Equatable {
  package var key: TitleKey
  package var language: String
  /// Of a download: the region it was requested in. Nil: the title of a list.
  package var region: String?
  /// Nil: TMDB did not send the facts in this language.
  package var factsAt: Timestamp?
  /// Until it is fetched, a list shows other texts than those of its profile's language.
  package var isLacking = false

  package init(_ key: TitleKey, language: String) { (self.key, self.language) = (key, language) }
}

extension OutdatedTitle: StoredRow {
  static let empty = Self(.itunes(0), language: "")
  static let columns: [Column<Self>] = [
    Column(known: "key", \.key), Column("language", \.language), Column("region", \.region),
    Column("facts_at", \.factsAt), Column("is_lacking", \.isLacking),
  ]
}

extension Library {
  /// Titles and downloads whose facts TMDB sent before `since`, or did not send. Those that lack the texts of a
  /// profile's language come first, then those with the oldest facts, and last those of the catalogue.
  ///
  /// - Parameters:
  ///   - now: a later time counts as old, since the clock was wrong.
  ///   - languages: of the profiles, by name.
  ///   - skipped: keys to leave out.
  package func outdated(
    since: Timestamp, now: Timestamp, languages: [String: String], skipped: Set<TitleKey> = [], limit: Int
  ) async throws(LibraryError) -> [OutdatedTitle] {
    let wanted = JSONValue.object(languages.map { JSONMember($0.key, .string($0.value)) }).text()
    return try await read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(OutdatedTitle.names) FROM (
            SELECT DISTINCT entry.key, wanted.value AS language, NULL AS region, facts_at,
              facts_at IS NULL AND instr(title.facts, '"source":"catalogue"') = 0 AS is_lacking
            FROM json_each(?3) AS wanted JOIN entry ON entry.profile = wanted.key
            JOIN title ON title.key = entry.key
            LEFT JOIN title_text ON (title_text.key, title_text.language) = (entry.key, wanted.value)
            WHERE entry.key NOT LIKE 'itunes/%'
            UNION ALL
            SELECT key, language, region, facts_at, 0 FROM download
            WHERE key NOT LIKE 'itunes/%' AND NOT is_deleted)
          WHERE facts_at IS NULL OR facts_at NOT BETWEEN ?1 AND ?2
          ORDER BY is_lacking DESC, facts_at IS NULL, facts_at <= ?2, facts_at, key, language
          """, arguments: [since.seconds, now.seconds, wanted])
      var found: [OutdatedTitle] = []
      while found.count < limit, let row = try rows.next() {
        guard let title = try OutdatedTitle.read(row), !skipped.contains(title.key) else { continue }
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
      let titles = try String.fetchAll(
        database,
        sql: """
          DELETE FROM title_text WHERE (key, language) IN (
            SELECT key, language FROM title_text WHERE facts_at NOT BETWEEN ? AND ? LIMIT ?) RETURNING key
          """, arguments: [since.seconds, now.seconds, limit])
      let downloads = try String.fetchAll(
        database, sql: "SELECT key FROM download WHERE facts_at NOT BETWEEN ? AND ? LIMIT ?",
        arguments: [since.seconds, now.seconds, limit])
      return try titles + Self.dropTexts(ofDownloads: downloads, database)
    }
    await forgetInIndex(keys.compactMap { TitleKey($0) })
    return keys.count
  }

  private static func dropTexts(ofDownloads keys: [String], _ database: Database) throws -> [String] {
    for key in keys {
      try database.execute(sql: "UPDATE download SET facts_at = NULL WHERE key = ?", arguments: [key])
      let text: String? = try database.first("SELECT detail FROM download WHERE key = ?", [key])
      guard let detail = text.flatMap({ TitleDetail(facts: $0) })?.withoutTexts else { continue }
      try database.execute(
        sql: "UPDATE download SET title = ?, facts = ?, detail = ? WHERE key = ?",
        arguments: [detail.title.title, detail.title.facts, detail.facts, key])
    }
    return keys
  }
}

extension TitleDetail {
  /// With what is no text of TMDB's: names of people, numbers, and where videos are.
  fileprivate var withoutTexts: TitleDetail {
    var detail = TitleDetail(title.withoutTexts)
    (detail.status, detail.runtime, detail.imdbID) = (status, runtime, imdbID)
    (detail.homepage, detail.logoPath, detail.certification) = (homepage, logoPath, certification)
    (detail.directors, detail.creators, detail.videos) = (directors, creators, videos)
    detail.cast = cast.map { CastMember($0.key, name: $0.name, profilePath: $0.profilePath) }
    (detail.numberOfSeasons, detail.numberOfEpisodes) = (numberOfSeasons, numberOfEpisodes)
    (detail.budget, detail.revenue, detail.externalIDs) = (budget, revenue, externalIDs)
    detail.isPartial = true
    return detail
  }
}
