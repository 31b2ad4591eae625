package import JSONRPC

extension Title: JSONObject {
  package static let shape = Shape("Title", from: blank, isSelective: true) {
    factsShape.members
    Member("user_state", \.userState, UserState.about)
    Member(
      "matched", \.matched, upTo: 12,
      "Why search found it, for words that are not in its names; [] in other lists and for TMDB's finds.")
  }

  static let blank = Title(.itunes(0), "", source: .library)

  /// Without any user state: the members that are the same for every profile.
  static let factsShape = Shape("TitleFacts", from: blank) {
    Member(
      "key", \.key, required: .any,
      "movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere.")
    Member("id", \.id, "TMDB's number; null for a title that only iTunes has.")
    Member("media_type", \.mediaType, "A film or a series.")
    Member("title", \.title, required: .bytes(1...1000), "TMDB's title, or its name for tv.")
    Member(
      "original_title", \.originalTitle, .bytes(1...1000),
      "Title in the original language; null if unknown.")
    // TMDB's name for it on series; the same text under the name that TMDB users expect.
    Member("original_name", "Same as original_title; for tv only.") {
      $0.mediaType == .tv ? $0.originalTitle : nil
    }
    Member("original_language", \.originalLanguage, .bytes(1...8), "ISO 639-1.")
    Member(
      "release_date", \.releaseDate, .day,
      "2021-09-15; in detail the region's date; for tv the first air date.")
    Member("year", \.year, .within(1800...2200), "Year of the first release.")
    Member("overview", \.overview, .bytes(1...8000), "Summary of the plot.")
    Member(
      "overview_source", \.overviewSource, .any,
      "Author of the overview; movierpc: a sentence made from facts.")
    Member("genres", \.genres, upTo: 20, "[] if unknown.")
    Member(
      "poster_path", \.posterPath, .bytes(1...500), "TMDB's path, or a URL for a title that only iTunes has.")
    Member("backdrop_path", \.backdropPath, .bytes(1...500), "TMDB's path.")
    Member("vote_average", \.voteAverage, .within(0...10), "0 to 10.")
    Member("vote_count", \.voteCount, .count, "Votes at TMDB.")
    Member("popularity", \.popularity, .within(0...), "Comparable within one answer only.")
    Member("adult", \.isAdult, .any, "TMDB marks it as adult or softcore.")
    Member("gone", \.isGone, .any, "TMDB has deleted it; the facts are the last known.")
    Member("source", \.source, .any, "Where these facts are from.")
  }

  /// What tells one title from others of its name.
  package static let candidate = Shape<Title>("Candidate") {
    Member("key", \.key, "Key of the title.")
    Member("title", \.title, "Name of the title.")
    Member("year", \.year, "Year of the first release.")
    Member("media_type", \.mediaType, "A film or a series.")
  }

  /// As the wire has it, without any user state, and with a name in place of an unknown original title: other
  /// machines are told of a title by that (`SyncSchema.swift`).
  package var facts: String {
    var title = self
    title.userState = UserState()
    title.matched = []
    title.originalTitle = originalTitle ?? self.title
    return String(decoding: title.encoded(reserving: 1024), as: UTF8.self)
  }

  /// Reads ``facts``.
  package init?(facts: String) {
    guard let json = try? JSONValue(parsing: facts) else { return nil }
    self.init(stored: json)
    // These sources never say that a title is the original one: it was written in place of an unknown one.
    if [.catalogue, .itunes].contains(source), originalTitle == title, originalLanguage != "en" {
      originalTitle = nil
    }
  }

  /// Reads what another program wrote: nil if there is no usable key, or no title that can be seen.
  package init?(json: JSONValue) {
    self.init(stored: json)
    guard !title.isBlank else { return nil }
    if originalTitle?.isBlank == true { originalTitle = nil }
  }

  /// Reads what was written, by this version or another: nil if there is no usable key or title.
  private init?(stored json: JSONValue) {
    guard var title = Self.shape.read(json) else { return nil }
    if title.genres.isEmpty { title.genres = Genre.written(apart: json) }
    switch title.key {
    case .tmdb(let type, let number): (title.mediaType, title.id) = (type, number)
    case .itunes: title.mediaType = .movie
    case .imdb: return nil
    }
    if title.originalTitle?.isEmpty == true { title.originalTitle = nil }
    // The year of the first release; `release_date` is not that everywhere.
    title.year = title.year ?? title.releaseDate.flatMap { Int($0.prefix(4)) }
    if title.overview == nil { title.overviewSource = nil }
    self = title
  }
}

extension Title.Genre: JSONObject {
  package static let shape = Shape("TitleGenre", from: Self(0, "")) {
    Member(
      "id", \.id, required: .within(1...JSONValue.counts.upperBound), "TMDB's number; use it as genre.")
    Member("name", \.name, required: .bytes(0...200), "Name in the language of the title.")
  }

  /// Version 0.1 stored names as `genres`, and their numbers as `genre_ids`.
  fileprivate static func written(apart json: JSONValue) -> [Self] {
    let (numbers, names) = (json["genre_ids"]?.arrayValue ?? [], json["genres"]?.arrayValue ?? [])
    return zip(numbers, names).prefix(20).compactMap { Self(json: ["id": $0, "name": $1]) }
  }
}

extension Title.UserState: JSONObject {
  static let about = "State of the title in the profile."

  package static let shape = Shape<Self>("UserState") {
    Member("watchlist", \.isOnWatchlist, "On the watchlist.")
    Member("watched", \.isWatched, "Marked as watched.")
    Member("favorite", \.isFavorite, "One of the favourites.")
    Member("download", \.download, "State of its download, or none.")
  }
}

extension JSONValue {
  /// Sums and products of numbers in it cannot overflow: the limit is that of ``TitleKey``, and far above any
  /// real count.
  static let counts = 0...999_999_999_999_999

  /// A number that counts something; nil if it is negative or too large.
  package var countValue: Int? { intValue.flatMap { Self.counts.contains($0) ? $0 : nil } }

  package func count(_ name: String) -> Int? { self[name]?.countValue }
}
