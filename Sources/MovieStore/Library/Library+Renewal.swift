import GRDB
package import MovieProtocol

/// What a renewal may replace.
package enum Renewal: Sendable {
  /// Dates, votes, genres and what was unknown; texts and pictures only by those of the same language.
  case passing
  /// Everything, in the language of `fresh`.
  case full
}

extension Library {
  /// Stores fresher facts of titles on lists.
  ///
  /// - Returns: whether anything has changed.
  package func renew(_ fresh: [StoredTitle], _ renewal: Renewal = .passing) async throws(LibraryError) -> Bool
  {
    // A read must not wait for other writers.
    let changed = try await read { database in
      try fresh.filter { try StoredTitleRow.renewed(by: $0, renewal, database) != nil }
    }
    guard !changed.isEmpty else { return false }
    let keys = try await write { database in
      let renewed = try changed.compactMap { try StoredTitleRow.renewed(by: $0, renewal, database) }
      for title in renewed { try StoredTitleRow.update(title, database) }
      return renewed.map(\.title.key)
    }
    await forgetInIndex(keys)
    return !keys.isEmpty
  }

  /// Marks titles of lists that TMDB has deleted, until it has them again.
  ///
  /// - Returns: how many were not marked yet.
  package func markGone(_ keys: [TitleKey]) async throws(LibraryError) -> Int {
    let new = try await read { database in
      try StoredTitleRow.unmarked(keys, database).map(\.title.key)
    }
    guard !new.isEmpty else { return 0 }
    let marked = try await write { database in
      try StoredTitleRow.unmarked(new, database).map { kept in
        var kept = kept
        kept.title.isGone = true
        try StoredTitleRow.update(kept, database)
        return kept.title.key
      }
    }
    await forgetInIndex(marked)
    return marked.count
  }

  /// Writes what TMDB says now of a title that is downloaded.
  ///
  /// - Parameter factsAt: when it said so.
  package func renewDownload(
    _ key: TitleKey, _ detail: TitleDetail, factsAt: Timestamp
  ) async throws(LibraryError) {
    let (facts, text) = (detail.title.facts, detail.facts)
    try await write { database in
      try database.execute(
        sql: """
          UPDATE download SET title = ?, imdb_id = coalesce(?, imdb_id), facts = ?, detail = ?, facts_at = ?
          WHERE key = ?
          """, arguments: [detail.title.title, detail.imdbID, facts, text, factsAt.seconds, key])
    }
    await forgetInIndex([key])
  }
}

extension StoredTitleRow {
  /// Those of the titles that are on a list and not marked as deleted.
  fileprivate static func unmarked(_ keys: [TitleKey], _ database: Database) throws -> [StoredTitle] {
    try keys.compactMap { try stored($0, database) }.filter { !$0.title.isGone }
  }

  /// The time of the facts alone is worth a write once a day.
  private static let day: Duration = .seconds(86_400)

  /// Nil if it is on no list, or nothing would change.
  static func renewed(
    by fresh: StoredTitle, _ renewal: Renewal, _ database: Database
  ) throws -> StoredTitle? {
    guard let before = try stored(fresh.title.key, database) else { return nil }
    let isEarlier = (fresh.factsAt ?? .epoch) < (before.factsAt ?? .distantPast)
    if isEarlier, renewal == .passing { return nil }
    var after = before
    after.title.renew(by: fresh.title)
    after.imdbID = before.imdbID ?? fresh.imdbID
    let isSameLanguage = before.factsAt == nil || fresh.language != nil && before.language == fresh.language
    if renewal == .full || isSameLanguage {
      after.title.copyTexts(of: fresh.title)
      (after.factsAt, after.language) = (fresh.factsAt, fresh.language)
    }
    var other = before
    other.factsAt = after.factsAt
    let (now, then) = (after.factsAt ?? .epoch, before.factsAt ?? .epoch)
    return after == other && (then...then + day).contains(now) ? nil : after
  }

  static func stored(_ key: TitleKey, _ database: Database) throws -> StoredTitle? {
    let row = try Row.fetchOne(
      database, sql: "SELECT facts, imdb_id, facts_at, language FROM title WHERE key = ?", arguments: [key])
    guard let row else { return nil }
    let facts: String = try row.decode(atIndex: 0)
    guard let title = Title(facts: facts) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a title cannot be decoded")
    }
    return StoredTitle(
      title, imdbID: try row.decode(atIndex: 1),
      factsAt: try row.secondsIfPresent(at: 2), language: try row.decode(atIndex: 3))
  }

  static func update(_ kept: StoredTitle, _ database: Database) throws {
    let title = kept.title
    try database.cachedStatement(
      sql: """
        UPDATE title SET imdb_id = ?, sort_title = ?, genre_ids = ?, release_date = ?, vote_average = ?,
          vote_count = ?, popularity = ?, facts = ?, facts_at = ?, language = ? WHERE key = ?
        """
    ).execute(arguments: [
      kept.imdbID, sortTitle(title), genreList(title), title.releaseDate, title.voteAverage,
      title.voteCount, title.popularity, title.facts, kept.factsAt?.seconds, kept.language, title.key,
    ])
  }
}

extension Title {
  fileprivate mutating func renew(by fresh: Title) {
    (releaseDate, year) = fresh.releaseDate == nil ? (releaseDate, year) : (fresh.releaseDate, fresh.year)
    voteAverage = fresh.voteAverage ?? voteAverage
    voteCount = fresh.voteCount ?? voteCount
    popularity = fresh.popularity ?? popularity
    if genres.isEmpty || Set(genreIDs) != Set(fresh.genreIDs), !fresh.genreIDs.isEmpty {
      (genres, genreIDs) = (fresh.genres, fresh.genreIDs)
    }
    if overview == nil { (overview, overviewSource) = (fresh.overview, fresh.overviewSource) }
    posterPath = posterPath ?? fresh.posterPath
    backdropPath = backdropPath ?? fresh.backdropPath
    originalLanguage = originalLanguage ?? fresh.originalLanguage
    (isAdult, isGone) = (fresh.isAdult, fresh.isGone)
  }

  /// With the pictures and genre names, which depend on the language too.
  fileprivate mutating func copyTexts(of fresh: Title) {
    (title, originalTitle, source) = (fresh.title, fresh.originalTitle, fresh.source)
    (overview, overviewSource) = (fresh.overview, fresh.overviewSource)
    (posterPath, backdropPath) = (fresh.posterPath ?? posterPath, fresh.backdropPath ?? backdropPath)
    if !fresh.genres.isEmpty { (genres, genreIDs) = (fresh.genres, fresh.genreIDs) }
  }
}
