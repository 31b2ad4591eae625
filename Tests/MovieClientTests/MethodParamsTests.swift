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
}
