import Testing

@testable import MovieClient

struct AngleBracketsTests {
  @Test(arguments: [
    (#"<"q":"dune">"#, #"{"q":"dune"}"#),
    ("<>", "{}"),
    (#"<"a":<"b":[1,<>]>>"#, #"{"a":{"b":[1,{}]}}"#),
    (#"<"a":{"b":<>}>"#, #"{"a":{"b":{}}}"#),
    (#"<"a":"<>{}[]">"#, #"{"a":"<>{}[]"}"#),
    (#"<"a":"\"<\\">"#, #"{"a":"\"<\\"}"#),
    (#"<"a<b":">">"#, #"{"a<b":">"}"#),
    // Only a text that begins with one has them.
    (#"{"a":"<"}"#, #"{"a":"<"}"#),
    (#"[<>]"#, "[<>]"),
    ("", ""),
    (#"<"é":"日<本">"#, #"{"é":"日<本"}"#),
  ])
  func angle_brackets_mean_braces(_ typed: String, _ meant: String) throws {
    #expect(text(try AngleBrackets.braces(bytes(typed))) == meant)
  }

  @Test(arguments: [
    ("<", 0, "this < is not closed"),
    (#"<"a":1}"#, 6, "the < at character 1 is closed by >, not }"),
    (#"<"a":{"b":1>>"#, 11, "the { at character 6 is closed by }, not >"),
    (#"<"a":[1>]"#, 7, "the [ at character 6 is closed by ], not >"),
    ("<>>", 2, "this > closes nothing"),
    (#"<"a":"x>"#, 5, "the string that begins here has no closing quote"),
    (#"<"a":"x\">"#, 5, "the string that begins here has no closing quote"),
    ("<<<>>", 0, "this < is not closed"),
  ])
  func a_wrong_bracket_is_shown(_ typed: String, _ offset: Int, _ reason: String) {
    #expect(throws: TextError(offset, reason)) { try AngleBrackets.braces(bytes(typed)) }
  }

  @Test func a_megabyte_of_brackets_is_no_trouble() {
    let typed = [UInt8](repeating: UInt8(ascii: "<"), count: 1 << 20)
    #expect(throws: TextError((1 << 20) - 1, "this < is not closed")) { try AngleBrackets.braces(typed) }
  }
}
