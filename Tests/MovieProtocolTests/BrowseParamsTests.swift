import JSONRPC
import MovieProtocol
import Testing

@Suite struct BrowseParamsTests {
  private func params(_ json: String) throws -> BrowseParams {
    let bytes = Array(json.utf8)
    return try BrowseParams(try Arguments(BrowseMethod.method, params: bytes.span))
  }

  private func discovered(_ json: String) throws -> BrowseParams {
    try BrowseParams(discover: try Arguments(DiscoverTitlesMethod.method, params: Array(json.utf8).span))
  }

  @Test(arguments: [
    ("trending", "movie"), ("popular", "movie"), ("top_rated", "movie"), ("upcoming", "movie"),
    ("now_playing", "movie"), ("airing_today", "tv"), ("on_the_air", "tv"), ("award", "movie"),
    ("recommended", "any"), ("downloaded", "any"),
  ])
  func list_has_a_usual_media_type(_ list: String, _ mediaType: String) throws {
    #expect(try params(#"["\#(list)"]"#).mediaType.rawValue == mediaType)
  }

  /// The table of the contract, whole: what is not in it is refused.
  @Test func combinations_are_those_of_the_table() throws {
    let table: [String: Set<String>] = [
      "trending": ["movie", "tv", "any"], "popular": ["movie", "tv"], "top_rated": ["movie", "tv"],
      "upcoming": ["movie"], "now_playing": ["movie", "tv"], "airing_today": ["tv"], "on_the_air": ["tv"],
      "daily": ["movie", "tv", "any"], "award": ["movie"],
      "recommended": ["any", "movie", "tv"],
      "downloaded": ["any", "movie", "tv"],
    ]
    #expect(Set(table.keys) == Set(BrowseList.allCases.map(\.rawValue)))
    for (list, allowed) in table {
      for mediaType in ["any", "movie", "tv"] {
        let json = #"{"list":"\#(list)","media_type":"\#(mediaType)"}"#
        if allowed.contains(mediaType) {
          #expect(try params(json).mediaType.rawValue == mediaType)
        } else {
          let error = #expect(throws: RPCError.self) { try params(json) }
          #expect(error?.kind == .invalidParams)
          #expect(error?.details.first?.value == "media_type")
        }
      }
    }
  }

  /// The schema of one parameter cannot say what depends on another.
  @Test func description_has_the_table() {
    let text = BrowseMethod.method.description
    for words in [
      "movie, tv, any of trending, daily;", "movie, tv of popular, top_rated, now_playing;",
      "movie of upcoming, award;", "tv of airing_today, on_the_air;",
      "any, movie, tv of recommended, downloaded.",
    ] { #expect(text.contains(words)) }
  }

  @Test func window_goes_with_its_list_only() throws {
    let error = #expect(throws: RPCError.self) { try params(#"{"list":"popular","window":"day"}"#) }
    #expect(error?.details.first?.value == "window")
  }

  @Test func lists_have_no_filters_and_discover_is_none() {
    #expect(throws: RPCError.self) { try params(#"{"list":"popular","genre":"18"}"#) }
    #expect(throws: RPCError.self) { try params(#"{"list":"discover"}"#) }
    #expect(throws: RPCError.self) { try discovered(#"{"media_type":"any"}"#) }
  }

  @Test func discover_finds_films_unless_series_are_wanted() throws {
    #expect(try discovered("{}").mediaType == .movie && discovered("{}").list == .discover)
    let params = try discovered(#"{"genre":"18","media_type":"tv","min_votes":1,"offer":"rent"}"#)
    #expect(params.mediaType == .tv && params.genre == "18" && params.minVotes == 1 && params.offer == "rent")
  }

  @Test(arguments: [
    ("popularity", BrowseField.popularity, false), ("title", .title, true), ("title.desc", .title, false),
    ("release_date.asc", .releaseDate, true), ("vote_average.desc", .voteAverage, false),
  ])
  func order_has_a_direction(_ text: String, _ field: BrowseField, _ isAscending: Bool) throws {
    let order = try #require(try discovered(#"{"sort_by":"\#(text)"}"#).sortBy)
    #expect(order.field == field)
    #expect(order.isAscending == isAscending)
  }

  @Test(arguments: ["", "added_at", "title.up", "title.asc.asc", ".asc", "Title"])
  func unknown_order_is_refused(_ text: String) {
    #expect(throws: RPCError.self) { try discovered(#"{"sort_by":"\#(text)"}"#) }
  }

  @Test func window_and_country_are_taken() throws {
    #expect(try params(#"{"list":"trending","window":"day"}"#).window == .day)
    #expect(try params(#"{"list":"trending"}"#).window == .week)
    #expect(try discovered(#"{"country":"DE"}"#).country == "DE")
  }

  @Test func series_have_no_revenue() throws {
    let error = #expect(throws: RPCError.self) {
      try discovered(#"{"media_type":"tv","sort_by":"revenue"}"#)
    }
    #expect(error?.details.first == JSONMember("param", "sort_by"))
    #expect(throws: Never.self) { try discovered(#"{"sort_by":"revenue"}"#) }
  }
}
