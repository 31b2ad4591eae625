package import JSONRPC

extension Method {
  package static let browse = Method(
    "browse", "read a list of films or series",
    description: """
      media_type is one that the list has, its first where it is left out, else `invalid_params`: \
      \(BrowseList.choices). now_playing of series is on_the_air. window goes with trending only, and genre to \
      country go with discover only. Lists that only TMDB has are `upstream_unauthorized` without its key: \
      airing_today, on_the_air, and discover by provider, offer or revenue.
      """,
    parameters: [
      Parameter("list", .choice(BrowseList.allCases.map(\.rawValue)), required: true, "Which list."),
      Parameter(
        "media_type", .choice(MediaChoice.allCases.map(\.rawValue)),
        "Films, series or both, as the list has them."),
      .page, .pageSize,
      Parameter(
        "window", .choice(TrendingWindow.allCases.map(\.rawValue)),
        "Trending in the last day or week; default: week."),
      Parameter(
        "genre", .text(1...200, trimmed: true),
        "Names or numbers: `,` between them means and, `|` means or."),
      Parameter("year", .integer(1870...2100), "Of the release."),
      Parameter(
        "sort_by", .choice(SortOrder.spellings),
        "A field, with .asc or .desc; titles go up, all else down. Default: TMDB's popularity, or vote_count."
      ),
      Parameter(
        "min_votes", .integer(0...1_000_000_000), "At least so many votes; TMDB by vote_average: 200."),
      Parameter("provider", .text(1...200, trimmed: true), "Numbers of providers, as in genre."),
      Parameter("offer", .choice(["flatrate", "free", "ads", "rent", "buy"]), "How it is offered there."),
      Parameter("country", .country, "Where it is offered; default: the region."),
    ],
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
  package var sortBy: SortOrder?
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
    let list = arguments.text("list").flatMap(BrowseList.init(rawValue:)) ?? .trending
    let mediaType = arguments.text("media_type").flatMap(MediaChoice.init(rawValue:))
    if let mediaType, !list.mediaTypes.contains(mediaType) {
      let known = list.mediaTypes.map(\.rawValue)
      throw .parameter(
        "media_type", "\(list.rawValue) has no media_type \(mediaType.rawValue)",
        expected: known.joined(separator: " or "), hint: "send \(known[0]), or leave it out")
    }
    if list != .trending, arguments["window"] != nil { throw Self.misplaced("window", with: .trending) }
    for name in ["genre", "year", "sort_by", "min_votes", "provider", "offer", "country"]
    where list != .discover && arguments[name] != nil {
      throw Self.misplaced(name, with: .discover)
    }
    self.init(
      list: list, mediaType: mediaType, page: arguments.integer("page") ?? 1,
      pageSize: arguments.integer("page_size") ?? 20)
    window = arguments.text("window").flatMap(TrendingWindow.init(rawValue:)) ?? .week
    genre = arguments.text("genre")
    year = arguments.integer("year")
    sortBy = arguments.text("sort_by").flatMap(SortOrder.init)
    minVotes = arguments.integer("min_votes")
    provider = arguments.text("provider")
    offer = arguments.text("offer")
    country = arguments.text("country")
    guard sortBy?.field != .revenue || mediaType != .tv else {
      throw .parameter(
        "sort_by", "nobody knows the revenue of series", expected: "another field, or films",
        hint: "sort_by popularity, or media_type movie")
    }
  }

  private static func misplaced(_ name: String, with list: BrowseList) -> RPCError {
    .parameter(
      name, "\(name) goes with the list \(list.rawValue) only",
      expected: "list \(list.rawValue)",
      hint: "leave it out, or browse \(list.rawValue)")
  }
}

extension RPCError {
  /// `invalid_params` for rules that the table alone cannot express.
  package static func parameter(
    _ name: String, _ message: String, expected: String, hint: String?
  ) -> RPCError {
    RPCError(
      .invalidParams, message, hint: hint,
      details: [JSONMember("param", .string(name)), JSONMember("expected", .string(expected))])
  }
}
