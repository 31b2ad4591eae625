package import JSONRPC

extension Title {
  package func write(into writer: inout JSONWriter) {
    writer.object { writer in writeMembers(into: &writer) }
  }

  func writeMembers(into writer: inout JSONWriter) {
    writeFacts(into: &writer)
    writer.name("on")
    userState.write(into: &writer)
  }

  /// The members that are the same for every profile.
  func writeFacts(into writer: inout JSONWriter) {
    writer.member("key", key)
    writer.member("id", id)
    writer.member("media_type", mediaType.rawValue)
    writer.member("title", title)
    writer.member("original_title", originalTitle)
    // TMDB's name for it on series; the same text under the name that TMDB users expect.
    writer.member("original_name", mediaType == .tv ? originalTitle : nil)
    writer.member("original_language", originalLanguage)
    writer.member("release_date", releaseDate)
    writer.member("year", year)
    writer.member("overview", overview)
    writer.member("overview_source", overviewSource?.rawValue)
    writer.name("genres")
    writer.array { writer in for genre in genres { writer.string(genre) } }
    writer.name("genre_ids")
    writer.array { writer in for id in genreIDs { writer.integer(id) } }
    writer.member("poster_path", posterPath)
    writer.member("backdrop_path", backdropPath)
    writer.member("vote_average", voteAverage)
    writer.member("vote_count", voteCount)
    writer.member("popularity", popularity)
    writer.member("adult", isAdult)
    writer.member("source", source.rawValue)
  }

  package static let schema = Schema.named(.init("Title", .object(fields)))

  static let fields: [Schema.Field] = [
    .init("key", .text("movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere.")),
    .init("id", .optional(.integer("TMDB's number; null for a title only iTunes knows."))),
    .init("media_type", .choice(MediaType.allCases.map(\.rawValue), "A film or a series.")),
    .init("title", .text("TMDB's title, or its name for tv.")),
    .init("original_title", .text("In its original language; the title where nothing else is known.")),
    .init("original_name", .optional(.text("original_title, for tv only."))),
    .init("original_language", .optional(.text("ISO 639-1."))),
    .init("release_date", .optional(.text("2021-09-15; in detail the region's; for tv the first air date."))),
    .init("year", .optional(.integer("Of the first release."))),
    .init("overview", .optional(.text("What it is about."))),
    .init(
      "overview_source",
      .optional(
        .choice(
          OverviewSource.allCases.map(\.rawValue), "Whose words; movierpc: a sentence made from facts."))),
    .init("genres", .list(.text("TMDB's name of a genre."), "[] where unknown.")),
    .init("genre_ids", .list(.integer("TMDB's number of a genre."), "In the order of genres.")),
    .init("poster_path", .optional(.text("TMDB's path, or a URL for a title only iTunes knows."))),
    .init("backdrop_path", .optional(.text("TMDB's path."))),
    .init("vote_average", .optional(.number("0 to 10."))),
    .init("vote_count", .optional(.integer("Votes at TMDB."))),
    .init("popularity", .optional(.number("Compares within one answer only."))),
    .init("adult", .boolean("TMDB marks it as adult or softcore.")),
    .init("source", .choice(Source.allCases.map(\.rawValue), "Who said these facts.")),
    .init("on", UserState.schema),
  ]
}

extension Title.UserState {
  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("watchlist", isOnWatchlist)
      writer.member("watched", isWatched)
      writer.member("favorite", isFavorite)
      writer.member("download", download.rawValue)
    }
  }

  static let schema = Schema.named(
    .init(
      "Standing",
      .object([
        .init("watchlist", .boolean("On the watchlist.")),
        .init("watched", .boolean("Marked as watched.")),
        .init("favorite", .boolean("Among the favourites.")),
        .init("download", .choice(Download.allCases.map(\.rawValue), "State of its download, or none.")),
      ])))
}
