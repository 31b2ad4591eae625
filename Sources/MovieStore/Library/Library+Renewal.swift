import GRDB
import MovieProtocol

extension Library {
  /// Stores fresher facts of titles on lists: days, votes, genres, and facts that were unknown. Existing
  /// texts and pictures stay, since the new ones may be in another language.
  ///
  /// - Returns: whether anything has changed.
  package func renew(_ fresh: [StoredTitle]) throws(LibraryError) -> Bool {
    let keys = try withDatabase { queue -> [String] in
      // A read must not wait for other writers.
      let changed = try queue.inDatabase { database in
        try fresh.filter { try StoredTitleRow.renewed(by: $0, database) != nil }
      }
      guard !changed.isEmpty else { return [] }
      return try queue.write { database in
        let renewed = try changed.compactMap { try StoredTitleRow.renewed(by: $0, database) }
        for title in renewed { try StoredTitleRow.update(title, database) }
        return renewed.map(\.title.key)
      }
    }
    for key in keys { index?.forget(key) }
    return !keys.isEmpty
  }
}

extension StoredTitleRow {
  /// Nil if it is on no list, or nothing would change.
  static func renewed(by fresh: StoredTitle, _ database: Database) throws -> StoredTitle? {
    let row = try Row.fetchOne(
      database, sql: "SELECT facts, imdb_id FROM title WHERE key = ?", arguments: [fresh.title.key])
    guard let row else { return nil }
    let before = StoredTitle(try title(facts: try row.decode(atIndex: 0)), imdbID: try row.decode(atIndex: 1))
    var after = before
    after.title.renew(by: fresh.title)
    after.imdbID = before.imdbID ?? fresh.imdbID
    return after == before ? nil : after
  }

  static func update(_ kept: StoredTitle, _ database: Database) throws {
    let title = kept.title
    try database.cachedStatement(
      sql: """
        UPDATE title SET imdb_id = ?, genre_ids = ?, release_date = ?, vote_average = ?, vote_count = ?,
          popularity = ?, facts = ? WHERE key = ?
        """
    ).execute(arguments: [
      kept.imdbID, genreList(title), title.releaseDate, title.voteAverage, title.voteCount, title.popularity,
      title.facts, title.key,
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
    isAdult = fresh.isAdult
  }
}
