package import JSONRPC

package enum BrowseMethod: RPCMethod {
  package static let list = Param(required: "list", .choice(BrowseList.self), "Which list.")
  package static let mediaType = Param(
    "media_type", .choice(MediaChoice.self), "Films, series or both; not every list has both.")
  package static let window = Param(
    "window", .choice(TrendingWindow.self), "Trending in the last day or week; default: week.")

  package static let method = Method(
    "browse", "read a list of films or series",
    description: """
      media_type is one that the list has, its first where it is left out, else `invalid_params`: \
      \(BrowseList.choices). window applies to trending only. With a TMDB key the lists are TMDB's, except \
      daily, award, recommended and downloaded. Without one they are made of the catalogue, which is a \
      snapshot that grows old: trending has the most popular titles of its last twelve months, popular \
      those with most votes, top_rated the best average of those with 300 votes, upcoming what is released \
      after today, now_playing the last 45 days; now_playing of series is on_the_air. airing_today and \
      on_the_air need a key and are `upstream_unauthorized` without one. daily has well-known titles with \
      an average of 7 or more in another order each day; its first is the film of the day, the same for \
      everybody. award has the winners of the Academy Award for Best Picture, newest first. recommended \
      has titles similar to those on the lists, without these; without lists it is top_rated. downloaded \
      has the downloaded titles, the last one first.
      """,
    parameters: [list, mediaType, .page, .pageSize, window, .titleFields],
    aboutTitles: true,
    result: TitlePage.schema,
    example: ["list": "top_rated"])
}

package enum DiscoverTitlesMethod: RPCMethod {
  package static let mediaType = Param(
    "media_type", .choice(Title.MediaType.self), default: .movie, "Films or series.")
  package static let year = Param("year", .integer(1870...2100), "Year of the release.")
  package static let sortBy = Param(
    "sort_by", .order(BrowseField.self),
    "A field, with .asc or .desc. Titles sort up, other fields down. Default: TMDB's popularity, or vote_count."
  )
  package static let minVotes = Param(
    "min_votes", .integer(0...1_000_000_000), "Minimum number of votes; TMDB by vote_average: 200.")
  package static let provider = Param(
    "provider", .text(1...200, trimmed: true), "Numbers of providers, combined as in genre.")
  package static let offer = Param(
    "offer", .word(["flatrate", "free", "ads", "rent", "buy"]), "Kind of offer.")
  package static let country = Param("country", .country, "Country of the offer; default: the region.")

  package static let method = Method(
    "discover", "find films or series by genre, year, votes or offer",
    description: """
      Titles that pass all filters. By provider, offer, certification, people, keywords, companies or \
      networks, or in the order of revenue, it needs a TMDB key, and is `upstream_unauthorized` without one. In genre the comma binds tighter than the bar: \
      drama,war|western is a drama about war, or a western. Case, accents and punctuation of names are \
      ignored, and half of a double name is enough. Titles without a value to sort by come last. A page \
      may be short if comma and bar are mixed or titles for adults are left out.
      """,
    parameters: [
      .genre, mediaType, year, sortBy, minVotes, provider, offer, country, .page, .pageSize, .titleFields,
    ] + DiscoverFilters.all,
    aboutTitles: true,
    result: TitlePage.schema,
    example: ["genre": "science fiction,drama", "year": 2014])
}

/// The parameters of `browse`, or those of `discover`, checked against each other.
package struct BrowseParams: Sendable, Equatable {
  package var list: BrowseList
  package var mediaType: MediaChoice
  package var page: Int
  package var pageSize: Int
  package var window = TrendingWindow.week
  package var genre: String?
  package var year: Int?
  package var sortBy: SortOrder<BrowseField>?
  package var minVotes: Int?
  package var provider: String?
  package var offer: String?
  /// The country in which it is available; nil: the region.
  package var country: String?
  package var filters = DiscoverFilters()

  package init(list: BrowseList, mediaType: MediaChoice? = nil, page: Int = 1, pageSize: Int = 20) {
    self.list = list
    self.mediaType = mediaType ?? list.mediaTypes[0]
    self.page = page
    self.pageSize = pageSize
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ arguments: Arguments) throws(RPCError) {
    let list = arguments[BrowseMethod.list]
    let mediaType = arguments[BrowseMethod.mediaType]
    if let mediaType, !list.mediaTypes.contains(mediaType) {
      let known = list.mediaTypes.map(\.rawValue)
      throw .parameter(
        "media_type", .listLacksType(list.rawValue, MessageParameter("media_type"), mediaType.rawValue),
        expected: known.joined(separator: " or "),
        Advice(.sendOrOmit(known[0]), .param("media_type", .string(known[0]))))
    }
    guard list == .trending || !arguments.has(BrowseMethod.window) else {
      throw .parameter(
        "window", .parameterOfList(MessageParameter("window"), BrowseList.trending.rawValue),
        expected: "list trending",
        Advice(.leaveOutOrBrowse(BrowseList.trending.rawValue), .param("window", .null)))
    }
    self.init(
      list: list, mediaType: mediaType, page: arguments[.page], pageSize: arguments[.pageSize])
    window = arguments[BrowseMethod.window] ?? .week
  }

  /// - Parameter arguments: those of `discover`, with the settings filled in.
  package init(discover arguments: Arguments) throws(RPCError) {
    let mediaType = arguments[DiscoverTitlesMethod.mediaType]
    self.init(
      list: .discover, mediaType: MediaChoice(mediaType), page: arguments[.page],
      pageSize: arguments[.pageSize])
    genre = arguments[.genre]
    year = arguments[DiscoverTitlesMethod.year]
    sortBy = arguments[DiscoverTitlesMethod.sortBy]
    minVotes = arguments[DiscoverTitlesMethod.minVotes]
    provider = arguments[DiscoverTitlesMethod.provider]
    offer = arguments[DiscoverTitlesMethod.offer]
    country = arguments[DiscoverTitlesMethod.country]
    filters = try DiscoverFilters(arguments, mediaType)
    guard sortBy?.field != .revenue || mediaType != .tv else {
      throw .parameter(
        "sort_by", .revenueOfSeries, expected: "another field, or films",
        Advice(
          .sortOrFilms(MessageParameter("sort_by"), MessageParameter("media_type")),
          .param("media_type", "movie")))
    }
  }
}
