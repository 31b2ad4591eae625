import JSONRPC
import MovieProtocol
import Testing

@Suite struct SearchParamsTests {
  private func arguments(_ json: String, pageSize: Int = 20) throws -> Arguments {
    let bytes = Array(json.utf8)
    var arguments = try Arguments(SearchMethod.method, params: bytes.span)
    arguments.fill {
      ["page_size": .integer(pageSize), "language": .text("en-US"), "region": .text("US")][$0.name]
    }
    return arguments
  }

  private func params(_ json: String, pageSize: Int = 20) throws -> SearchParams {
    SearchParams(try arguments(json, pageSize: pageSize), defaultDebounce: 250)
  }

  /// However it is written, it is one search.
  @Test(arguments: [
    #"{"q":"dune"}"#, #"{ "q" : "  dune  " }"#, #"["dune"]"#, #"{"page":1,"q":"dune","media_type":"any"}"#,
    #"{"q":"d\u0075ne","page_size":20}"#, #"{"q":"dune","year":null,"timeout_ms":100}"#,
    #"{"q":"dune","debounce_ms":100,"supersedes":"x","record":true}"#, #"["dune","any",null,1.0,2e1]"#,
  ])
  func spellings_of_one_search_are_one_name(_ json: String) throws {
    #expect(
      String(decoding: try arguments(json).canonical, as: UTF8.self)
        == #"["dune","any",null,1,20,null,[],"en-US","US"]"#)
  }

  @Test(arguments: [
    #"{"q":"Dune"}"#, #"{"q":"dune","year":2021}"#, #"{"q":"dune","media_type":"movie"}"#,
    #"{"q":"dune","page":2}"#,
    #"{"q":"dune","page_size":19}"#, #"{"q":"dune\",null"}"#, #"{"q":"dune","language":"de"}"#,
    #"{"q":"dune","region":"DE"}"#, #"{"q":"dune","fields":["year"]}"#,
  ])
  func other_searches_have_other_names(_ json: String) throws {
    #expect(try arguments(json).canonical != arguments(#"{"q":"dune"}"#).canonical)
  }

  @Test func settings_fill_in_what_is_not_said() throws {
    #expect(try params(#"{"q":"a"}"#, pageSize: 7).pageSize == 7)
    #expect(try params(#"{"q":"a","page_size":3}"#, pageSize: 7).pageSize == 3)
    #expect(try params(#"{"q":"a"}"#).debounce == 0)
    // By itself it waits for TMDB only; what a request says is waited for in any case.
    for (json, debounce, upstream) in [
      (#"{"q":"a"}"#, 0, 0), (#"{"q":"a","supersedes":"x"}"#, 0, 250),
      (#"{"q":"a","supersedes":"x","debounce_ms":0}"#, 0, 0),
      (#"{"q":"a","supersedes":"x","debounce_ms":9}"#, 9, 0), (#"{"q":"a","debounce_ms":9}"#, 9, 0),
    ] {
      let params = try params(json)
      #expect(params.debounce == debounce && params.upstreamDebounce == upstream, "\(json)")
    }
  }
}
