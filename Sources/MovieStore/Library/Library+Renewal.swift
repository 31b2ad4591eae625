import GRDB
package import MovieProtocol

extension Library {
  /// Stores fresher facts of titles on lists: dates, votes, genres and what was unknown, and texts and pictures
  /// in their language, if it is named.
  ///
  /// - Parameter isForced: also if the stored texts are said to be newer: the clock was wrong.
  /// - Returns: whether anything has changed.
  package func renew(_ fresh: [StoredTitle], isForced: Bool = false) async throws(LibraryError) -> Bool {
    // A read must not wait for other writers.
    let changed = try await read { database in
      try fresh.filter { try Renewal($0, isForced, database) != nil }
    }
    guard !changed.isEmpty else { return false }
    let keys = try await write { database in
      try changed.compactMap { title in
        let renewal = try Renewal(title, isForced, database)
        try renewal?.store(database)
        return renewal?.title.key
      }
    }
    await forgetInIndex(keys)
    return !keys.isEmpty
  }

  /// Gives titles of which little more than the name is known, since it came through a shared folder, what the
  /// catalogue has. They keep their names.
  ///
  /// - Returns: whether anything has changed.
  package func complete(_ known: [Title]) async throws(LibraryError) -> Bool {
    let keys = try await write { database in
      try known.compactMap { title -> TitleKey? in
        let stored = try StoredTitle.first("FROM title WHERE key = ?", [title.key], database)
        guard let stored, stored.title.source == .library, stored.title.voteAverage == nil,
          stored.title.overview == nil
        else { return nil }
        var title = title
        title.title = stored.title.title
        try StoredTitleRow.update(StoredTitle(title, imdbID: stored.imdbID), database)
        return title.key
      }
    }
    await forgetInIndex(keys)
    return !keys.isEmpty
  }

  /// Marks titles of lists that TMDB has deleted, until it has them again.
  ///
  /// - Returns: how many were not marked yet.
  package func markGone(_ keys: [TitleKey]) async throws(LibraryError) -> Int {
    let new = try await read { database in
      try keys.filter { try StoredTitleRow.unmarked($0, database) != nil }
    }
    guard !new.isEmpty else { return 0 }
    let marked = try await write { database in
      try new.compactMap { try StoredTitleRow.unmarked($0, database) }.map { title in
        var title = title
        title.isGone = true
        try database.execute(
          sql: "UPDATE title SET facts = ? WHERE key = ?", arguments: [title.facts, title.key])
        return title.key
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
  /// The title if it is on a list and not marked as deleted.
  fileprivate static func unmarked(_ key: TitleKey, _ database: Database) throws -> Title? {
    let title = try StoredTitle.first("FROM title WHERE key = ?", [key], database)?.title
    return title?.isGone == false ? title : nil
  }
}

/// What a title of a list gets. A value; `store` writes it.
private struct Renewal {
  /// The time of the facts alone is worth a write once a day.
  private static let day: Duration = .seconds(86_400)

  private(set) var title: Title
  private var imdbID: String?
  private var texts: StoredTexts?
  private let isForced: Bool

  /// Nil if it is on no list, or nothing would change.
  init?(_ fresh: StoredTitle, _ isForced: Bool, _ database: Database) throws {
    let stored = try StoredTitle.first("FROM title WHERE key = ?", [fresh.title.key], database)
    guard let before = stored else { return nil }
    (title, imdbID, self.isForced) = (before.title, before.imdbID ?? fresh.imdbID, isForced)
    title.renew(by: fresh.title)
    var isChanged = title != before.title || imdbID != before.imdbID
    if let factsAt = fresh.factsAt, let language = fresh.language {
      let old = try StoredTexts.exact(title.key, language, database)
      if !isForced, let old, factsAt < old.factsAt { return nil }
      var other = old?.title
      other?.copyTexts(of: fresh.title)
      let isSame = old != nil && other == old?.title
      let then = old?.factsAt ?? .distantPast
      if !isSame || !(then...then + Self.day).contains(factsAt) {
        texts = StoredTexts(title: fresh.title, language: language, factsAt: factsAt)
        isChanged = true
      }
    }
    if !isChanged { return nil }
  }

  func store(_ database: Database) throws {
    try StoredTitleRow.update(StoredTitle(title, imdbID: imdbID), database)
    try texts?.store(isForced: isForced, database)
  }
}

extension Title {
  /// What is no text.
  fileprivate mutating func renew(by fresh: Title) {
    (releaseDate, year) = fresh.releaseDate == nil ? (releaseDate, year) : (fresh.releaseDate, fresh.year)
    voteAverage = fresh.voteAverage ?? voteAverage
    voteCount = fresh.voteCount ?? voteCount
    popularity = fresh.popularity ?? popularity
    if Set(genreIDs) != Set(fresh.genreIDs), !fresh.genres.isEmpty { genres = fresh.genres }
    posterPath = posterPath ?? fresh.posterPath
    backdropPath = backdropPath ?? fresh.backdropPath
    originalLanguage = originalLanguage ?? fresh.originalLanguage
    (isAdult, isGone) = (fresh.isAdult, fresh.isGone)
  }
}
