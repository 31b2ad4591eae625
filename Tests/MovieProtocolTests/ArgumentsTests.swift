import JSONRPC
import MovieProtocol
import Testing

@Suite struct ArgumentsTests {
  private func arguments(_ json: String, _ method: Method = SearchMethod.method) throws -> Arguments {
    let bytes = Array(json.utf8)
    return try Arguments(method, params: bytes.span)
  }

  private func fault(_ json: String, _ method: Method = SearchMethod.method) -> RPCError? {
    do {
      _ = try arguments(json, method)
      return nil
    } catch {
      return error as? RPCError
    }
  }

  private func detail(_ name: String, _ error: RPCError?) -> String? {
    error?.details.first { $0.name == name }?.value.stringValue
  }

  @Test func defaults_are_filled_in() throws {
    let search = try arguments(#"{"q":" dune "}"#)
    #expect(search[SearchMethod.q] == "dune")
    #expect(search[.mediaChoice] == .any)
    #expect(search[.page] == 1)
    #expect(!search.has(.pageSize))
    #expect(search[.pageSize] == 20)
    #expect(search[.timeout] == 15_000)
    #expect(search[.cacheOnly] == false)
  }

  @Test(arguments: [
    #"["dune","movie",2021,2]"#, #"{"page":2,"year":2021.0,"media_type":"movie","q":"dune"}"#,
    #"["dune","movie",2021,2,null,null]"#,
    #"{"q":"dune","media_type":"movie","year":2021,"page":2,"record":null}"#,
  ])
  func by_name_and_by_position_are_the_same(_ json: String) throws {
    let search = try arguments(json)
    #expect(search[SearchMethod.q] == "dune")
    #expect(search[.mediaChoice] == .movie)
    #expect(search[SearchMethod.year] == 2021)
    #expect(search[.page] == 2)
    #expect(search[SearchMethod.record] == nil)
  }

  @Test func common_parameters_go_by_name_only() throws {
    #expect(try arguments(#"{"timeout_ms":100}"#, PingMethod.method)[.timeout] == 100)
    #expect(try arguments(#"["a",null,null,null,null,null,true]"#)[SearchMethod.record] == true)
    let error = fault(#"["a",null,null,null,null,null,null,["year"],null,100]"#)
    #expect(error?.message == "the method takes at most 9 parameters by position, not 10")
    #expect(
      error?.hint == "send timeout_ms, max_age_ms, cache_only, language, region, supersedes by name")
    #expect(detail("param", error) == "9")
    #expect(detail("expected", error) == "at most 9")
  }

  @Test(arguments: ["{}", "[]"]) func nothing_is_nothing(_ json: String) throws {
    #expect(try arguments(json, PingMethod.method)[.timeout] == 15_000)
    #expect(fault(json)?.message == "q is missing")
    #expect(fault(json)?.hint == #"send {"q":"dune"}"#)
    #expect(try Arguments(PingMethod.method, params: nil as Span<UInt8>?)[.timeout] == 15_000)
  }

  @Test func null_is_not_given_but_may_be_an_id() throws {
    #expect(fault(#"{"q":null}"#)?.message == "q is missing")
    #expect(try arguments(#"{"id":null}"#, CancelMethod.method)[CancelMethod.id] == .null)
    #expect(fault("{}", CancelMethod.method)?.kind == .invalidParams)
  }

  @Test func unknown_names_are_refused_by_name() {
    let error = fault(#"{"q":"a","pagesize":2}"#)
    #expect(error?.message == "there is no parameter \"pagesize\"")
    #expect(error?.hint == "did you mean page_size?")
    #expect(detail("param", error) == "pagesize")
    #expect(fault(#"{"":1}"#)?.kind == .invalidParams)
  }

  @Test func a_name_given_twice_is_refused_also_with_escapes() {
    for json in [#"{"q":"a","q":"a"}"#, #"{"q":"a","\u0071":"b"}"#, #"{"q":null,"q":"a"}"#] {
      #expect(fault(json)?.message == "q is given twice")
    }
  }

  @Test func more_by_position_than_there_are_is_refused() {
    #expect(
      fault("[1,2,3]", PingMethod.method)?.message == "the method takes no parameters by position, not 3")
  }

  @Test func what_is_wrong_is_named_with_what_would_be_right() {
    let error = fault(#"{"q":"dune","year":"2021"}"#)
    #expect(error?.message == #"year must be an integer, not "2021""#)
    #expect(error?.hint == #"send {"year":2021}"#)
    #expect(detail("param", error) == "year")
    #expect(detail("expected", error) == "integer, 1870 to 2100")
  }

  @Test func what_was_sent_is_not_repeated_at_length() throws {
    let long = String(repeating: "x", count: 100_000)
    let stacked = "a" + String(repeating: "\u{301}", count: 100_000)
    for text in [long, stacked] {
      for json in [#"{"q":"\#(text)"}"#, #"{"\#(text)":1}"#, #"{"q":"a","year":"\#(text)"}"#] {
        let error = try #require(fault(json))
        var writer = JSONWriter()
        error.write(into: &writer)
        #expect(writer.bytes.count < 2500)
      }
    }
  }

  @Test func params_that_are_no_structure_or_no_JSON_are_refused() {
    #expect(throws: RPCError.self) { try Arguments(PingMethod.method, params: JSONValue.string("a")) }
    #expect(fault("{")?.kind == .invalidParams)
  }

  @Test func no_number_traps() {
    for number in [
      "1e999999999999999999999", "-1e-99999999999999", "99999999999999999999", "-0", "0.0000000001",
    ] {
      for name in ["page", "page_size", "year", "debounce_ms", "timeout_ms", "max_age_ms"] {
        _ = fault(#"{"q":"a","\#(name)":\#(number)}"#)
      }
    }
    #expect(fault(#"{"q":"a","page":1000000000}"#) == nil)
  }
}
