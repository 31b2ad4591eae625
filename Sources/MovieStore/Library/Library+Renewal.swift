import GRDB
import MovieProtocol

extension Library {
  /// Writes down fresher facts of titles that are on lists: days, votes, genres, and what was not known. Texts
  /// and pictures that are there stay, since they may be those of another language.
  ///
  /// - Returns: whether anything is another now.
  package func renew(_ fresh: [StoredTitle]) throws(LibraryError) -> Bool {
    let keys = try withDatabase { queue -> [String] in
      // A look at it must not wait for others who write.
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
  /// Nil where it is on no list, or nothing would change.
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
