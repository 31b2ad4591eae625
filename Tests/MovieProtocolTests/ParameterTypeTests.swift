import JSONRPC
import Testing

@testable import MovieProtocol

@Suite struct ParameterTypeTests {
  private static let q = ParameterType.text(1...200, trimmed: true)

  @Test(arguments: [
    (#""dune""#, "dune"), (#"" dune\t""#, "dune"), (#""\u00a0\u2003dune\u3000""#, "dune"),
    (#""a  b""#, "a  b"),
    (#""é""#, "é"), (#"" e\u0301 ""#, "e\u{301}"),
  ])
  func text_is_trimmed(_ json: String, _ expected: String) throws {
    #expect(Self.q.check(try JSONValue(parsing: json)) == .text(expected))
  }

  @Test(arguments: [#""""#, #""   ""#, #""\u2003""#, "1", "null", "true", "[]", "{}"])
  func what_is_no_text_or_empty_is_refused(_ json: String) throws {
    #expect(Self.q.check(try JSONValue(parsing: json)) == nil)
  }

  @Test func text_has_no_zero_in_it() throws {
    let text = try JSONValue(parsing: #""a\u0000b""#)
    #expect(Self.q.check(text) == nil)
    #expect(Self.q.requirement(for: text) == .textWithoutNUL)
  }

  @Test func text_that_is_not_trimmed_keeps_its_blanks() {
    #expect(ParameterType.text(1...3, trimmed: false).check(.string(" a ")) == .text(" a "))
    #expect(ParameterType.text(1...3, trimmed: false).check(.string(" a  ")) == nil)
  }

  @Test func length_is_counted_in_code_points() {
    for one in ["a", "é", "映", "😀"] {
      #expect(Self.q.check(.string(String(repeating: one, count: 200))) != nil)
      #expect(Self.q.check(.string(String(repeating: one, count: 201))) == nil)
    }
    // One character for people, and a megabyte.
    let stacked = "a" + String(repeating: "\u{301}", count: 500_000)
    #expect(stacked.count == 1)
    #expect(Self.q.check(.string(stacked)) == nil)
  }

  @Test(arguments: [
    ("1870", 1870), ("2100", 2100), ("2021.0", 2021), ("2.021e3", 2021), ("20210e-1", 2021),
  ])
  func integers_are_whole_however_they_are_written(_ json: String, _ expected: Int) throws {
    #expect(ParameterType.integer(1870...2100).check(try JSONValue(parsing: json)) == .integer(expected))
  }

  @Test(arguments: [
    "1869", "2101", "2021.5", "-1", "0", "1e400", "9223372036854775808", "-9223372036854775809", "1e-400",
    #""2021""#,
    "true", "null", "[2021]",
  ])
  func other_numbers_and_values_are_no_year(_ json: String) throws {
    #expect(ParameterType.integer(1870...2100).check(try JSONValue(parsing: json)) == nil)
  }

  @Test(arguments: ["de", "en", "ast", "de-DE", "ast-ES"]) func languages(_ text: String) {
    #expect(ParameterType.language.check(.string(text)) == .text(text))
  }

  @Test(arguments: ["", "d", "DE", "de_DE", "de-de", "de-DEU", "de-DE-x", "deutsch", "-DE", "de-", "d\u{e9}"])
  func no_languages(_ text: String) {
    #expect(ParameterType.language.check(.string(text)) == nil)
  }

  @Test(arguments: [("DE", true), ("de", false), ("DEU", false), ("D", false), ("", false), ("Ä", false)])
  func countries(_ text: String, _ fits: Bool) {
    #expect((ParameterType.country.check(.string(text)) != nil) == fits)
  }

  @Test func booleans_choices_ids_and_lists() {
    #expect(ParameterType.boolean.check(.bool(true)) == .boolean(true))
    #expect(ParameterType.boolean.check(1) == nil)
    #expect(ParameterType.choice(["any", "tv"]).check("tv") == .text("tv"))
    #expect(ParameterType.choice(["any", "tv"]).check("TV") == nil)
    for id: JSONValue in ["a", 7, .null] { #expect(ParameterType.requestID.check(id) == .json(id)) }
    #expect(ParameterType.requestID.check(.bool(true)) == nil)
    #expect(ParameterType.texts(maximum: 2).check(["a", "b"]) == .texts(["a", "b"]))
    #expect(ParameterType.texts(maximum: 2).check(["a", "b", "c"]) == nil)
    #expect(ParameterType.texts(maximum: 2).check(["a", 1]) == nil)
    #expect(ParameterType.texts(maximum: 2).check([]) == .texts([]))
    let counts = ParameterType.counts(maximum: 2)
    #expect(counts.check(["a": 0, "b": 2]) == .json(["a": 0, "b": 2]))
    for wrong: JSONValue in [["a": 0, "b": 1, "c": 2], ["a": -1], ["a": 1.5], ["a": "1"], ["a": .null], []] {
      #expect(counts.check(wrong) == nil, "\(wrong)")
    }
    let integers = ParameterType.integers(1...9, maximum: 2)
    #expect(integers.check([1, 2.0]) == .json([1, 2.0]))
    for wrong: JSONValue in [[], [1, 2, 3], [0], [10], [1.5], ["1"], 1] {
      #expect(integers.check(wrong) == nil, "\(wrong)")
    }
  }

  @Test func hints_say_what_would_be_right() {
    #expect(hint(.integer(1870...2100), "2021") == #"send {"p":2021}"#)
    #expect(hint(.integer(1870...2100), "21") == nil)
    #expect(hint(.boolean, "true") == #"send {"p":true}"#)
    #expect(hint(.boolean, 0) == #"send {"p":false}"#)
    #expect(hint(Self.q, 2012) == #"send {"p":"2012"}"#)
    #expect(hint(.choice(["any", "movie", "tv"]), "Movies") == "did you mean movie?")
    #expect(hint(.language, "de_de") == #"send {"p":"de-DE"}"#)
    #expect(hint(.language, "") == nil)
    #expect(hint(.country, "de") == #"send {"p":"DE"}"#)
    #expect(hint(.titleKey, 7) == #"send {"p":"movie/7"} or {"p":"tv/7"}"#)
    #expect(hint(.titleKey, "tt1160419") == #"send {"p":"imdb/tt1160419"}"#)
  }

  private func hint(_ type: ParameterType, _ value: JSONValue) -> String? {
    type.advice(for: value, of: "p")?.hint.english
  }
}
