import JSONRPC
import Testing

@testable import MovieClient

struct MethodParamsTests {
  @Test func options_become_what_call_sends() throws {
    var params = MethodParams("search")
    #expect(try params.json() == nil)
    params.add("q", "a=b \"c\"")
    params.add("year", "2021")
    params.add("page", nil as String?)
    params.add("cache_only", false)
    params.add("cache_only", true)
    params.add("rows", [])
    params.add("unknown", ["a", "b"])
    params.add("more", json: ["x": 1])
    #expect(
      text(try params.json() ?? [])
        == #"{"q":"a=b \"c\"","year":2021,"cache_only":true,"unknown":["a","b"],"more":{"x":1}}"#)
  }

  @Test func text_of_a_wrong_type_is_wrong_usage_of_the_option() {
    var params = MethodParams("search")
    params.add("page_size", "many")
    let failure = #expect(throws: CommandError.self) { try params.json() }
    #expect(failure == .usage("--page-size must be an integer, 1 to 100, not \"many\""))
  }

  @Test(arguments: [
    ("search", "media_type", "film", "movie"), ("search", "media_type", "Series", "tv"),
    ("search", "region", "de", "DE"), ("search", "language", "de_at", "de-AT"),
    ("search", "language", "DE", "de"), ("search", "region", "Germany", "Germany"),
    ("downloads", "state", "downloading", "active"),
    ("search", "q", "Film", "Film"), ("search", "media_type", "x", "x"),
  ])
  func values_are_spelled_as_tables_print_them(
    _ method: String, _ name: String, _ typed: String, _ sent: String
  ) throws {
    var params = MethodParams(method)
    params.add(name, typed)
    #expect(text(try params.json() ?? []) == #"{"\#(name)":"\#(sent)"}"#)
  }

  @Test(arguments: [
    ("browse", #"send {"year":2021}"#, "give --year 2021"),
    ("detail", #"send {"key":"movie/7"}; x"#, "give movie/7; x"),
    ("search", "send 20 or less", "give 20 or less"), ("browse", #"send "de-DE""#, "give de-DE"),
    ("browse", #"send ["DE","AT"]"#, "give DE,AT"),
    ("image", "omit cache_only to fetch it", "omit --cache-only to fetch it"),
    (
      "detail", #"send "movie/5" for a film or "tv/5" for a series"#,
      "give movie/5 for a film or tv/5 for a series"
    ),
    (
      "watchlist.add", "read watchlist again, then send the rev it has, or leave out if_rev",
      "read watchlist again, then give the rev it has, or leave out --if-rev"
    ),
    ("search", "a longer timeout_ms may help", "try again later"),
    ("search", "did you mean dune?", "did you mean dune?"),
    ("search", "send it again in a moment", "send it again in a moment"),
  ])
  func remedy_is_what_can_be_typed(_ method: String, _ hint: String, _ shown: String) {
    #expect(MethodParams(method).remedy(hint) == shown)
  }

  /// The daemon's sentence, and the command line's.
  @Test(
    arguments: [
      (
        "search", "search: page_size must be an integer, 1 to 100, not 500", "page_size",
        "--page-size must be an integer, 1 to 100, not 500"
      ),
      (
        "browse", "browse: list must be one of a, b, not \"c\"", "list", "LIST must be one of a, b, not \"c\""
      ),
      (
        "settings", "settings: set.region must be a country like DE, not \"x\"", "set.region",
        "region must be a country like DE, not \"x\""
      ),
      (
        "watchlist.add", "send the rev it has, or leave out if_rev", nil,
        "send the rev it has, or leave out --if-rev"
      ),
      ("search", "media_type is missing", "media_type", "--type is missing"),
      (
        "search", "media_type must be one of any, movie, tv, not \"x\"", "media_type",
        "--type must be one of any, movie (film), tv (series), not \"x\""
      ),
      (
        "trailer", "types must be an array of trailer, clip, not [\"x\"]", "types",
        "--types must be trailer, clip, not \"x\""
      ),
    ] as [(String, String, String?, String)])
  func sentences_name_options(
    _ method: String, _ sentence: String, _ parameter: String?, _ shown: String
  ) {
    #expect(MethodParams(method).inOptions(sentence, about: parameter) == shown)
  }
}
