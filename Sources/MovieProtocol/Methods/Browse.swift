package import JSONRPC

package enum BrowseMethod: RPCMethod {
  package static let list = Param(required: "list", .choice(BrowseList.self), "Which list.")
  package static let mediaType = Param(
    "media_type", .choice(MediaChoice.self), "Films, series or both; not every list has both.")
  package static let window = Param(
    "window", .choice(TrendingWindow.self), "Trending in the last day or week; default: week.")
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

  /// Those that only `discover` takes.
  static let filters: [Parameter] = [.genre, year, sortBy, minVotes, provider, offer, country]

  package static let method = Method(
    "browse", "read a list of films or series",
    description: """
      media_type is one that the list has, its first where it is left out, else `invalid_params`: \
      \(BrowseList.choices). now_playing of series is on_the_air. window applies to trending only, and genre \
      to country apply to discover only. Some lists need a TMDB key and are `upstream_unauthorized` without \
      one: airing_today, on_the_air, and discover by provider, offer or revenue.
      """,
    parameters: [list, mediaType, .page, .pageSize, window] + filters,
    aboutTitles: true,
    result: TitlePage.schema,
    errors: [.storageError],
    example: ["list": "top_rated"])
}

/// The parameters of `browse`, checked against each other.
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
    if list != .trending, arguments.has(BrowseMethod.window) {
      throw Self.misplaced(BrowseMethod.window, with: .trending)
    }
    if list != .discover, let filter = BrowseMethod.filters.first(where: arguments.has) {
      throw Self.misplaced(filter, with: .discover)
    }
    self.init(
      list: list, mediaType: mediaType, page: arguments[.page], pageSize: arguments[.pageSize])
    window = arguments[BrowseMethod.window] ?? .week
    genre = arguments[.genre]
    year = arguments[BrowseMethod.year]
    sortBy = arguments[BrowseMethod.sortBy]
    minVotes = arguments[BrowseMethod.minVotes]
    provider = arguments[BrowseMethod.provider]
    offer = arguments[BrowseMethod.offer]
    country = arguments[BrowseMethod.country]
    guard sortBy?.field != .revenue || mediaType != .tv else {
      throw .parameter(
        "sort_by", .revenueOfSeries, expected: "another field, or films",
        Advice(
          .sortOrFilms(MessageParameter("sort_by"), MessageParameter("media_type")),
          .param("media_type", "movie")))
    }
  }

  private static func misplaced(_ parameter: Parameter, with list: BrowseList) -> RPCError {
    .parameter(
      parameter.name, .parameterOfList(MessageParameter(parameter.name), list.rawValue),
      expected: "list \(list.rawValue)",
      Advice(.leaveOutOrBrowse(list.rawValue), .param(parameter.name, .null)))
  }
}
