import Testing

@testable import MovieClient

struct CheckedJSONTests {
  @Test(arguments: [
    ("{\"q\":\n\"dune\"\r\n}", #"{"q":"dune"}"#),
    (" \n<\"q\":\n1>\n", #"{"q":1}"#),
    ("[1, 2]", "[1, 2]"),
    (#"{"n":1.50,"u":"\u00e9"}"#, #"{"n":1.50,"u":"\u00e9"}"#),
  ])
  func json_becomes_one_line_and_stays_as_written(_ typed: String, _ line: String) throws {
    #expect(text(try CheckedJSON.line(bytes(typed), what: "PARAMS")) == line)
  }

  @Test(arguments: [
    #"{"q":dune}"#, "{'q':1}", #"{"q":1,}"#, "{\"q\":\"a\nb\"}", #"{"q":1} x"#, "", "{", #"[01]"#,
    #"{"a":<>}"#,
    #"<"a":1,>"#,
  ])
  func what_is_no_json_is_a_usage_error(_ typed: String) {
    let failure = #expect(throws: CommandError.self) { try CheckedJSON.line(bytes(typed), what: "PARAMS") }
    #expect(failure?.status == .usage)
    #expect(failure?.message.hasPrefix("PARAMS is not JSON: ") == true)
  }

  @Test func the_place_of_the_fault_is_shown() {
    let failure = #expect(throws: CommandError.self) {
      try CheckedJSON.line(bytes("{\"a\":1,\n \"日\":x}"), what: "PARAMS")
    }
    #expect(failure?.message.hasSuffix("\n   \"日\":x}\n        ^") == true)
  }

  @Test func a_long_text_is_shown_in_part() {
    let long = String(repeating: "a", count: 1 << 20)
    let failure = #expect(throws: CommandError.self) {
      try CheckedJSON.line(bytes(#"{"q":"\#(long)" x}"#), what: "PARAMS")
    }
    #expect(failure.map { $0.message.utf8.count < 300 } == true)
  }
}
