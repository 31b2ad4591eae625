import JSONRPC
import Testing

@testable import MovieSources

@Suite struct StringClippedTests {
  @Test func short_text_stays_as_it_is() {
    #expect("Dune".clipped(toJSONBytes: 4) == "Dune")
    #expect("".clipped(toJSONBytes: 4) == "")
    #expect("漢字".clipped(toJSONBytes: 6) == "漢字")
  }

  @Test func long_text_ends_after_a_word() {
    #expect("a long way home".clipped(toJSONBytes: 12) == "a long…")
    #expect("unbelievably".clipped(toJSONBytes: 8) == "unbel…")
    #expect("漢字漢字".clipped(toJSONBytes: 9) == "漢字…")
  }

  @Test(arguments: ["\"", "\\", "\u{1}", "\n", "ф", "漢", "👩‍👩‍👧", "a\u{301}\u{302}"])
  func bytes_are_those_of_JSON(_ unit: String) {
    for most in 3...60 {
      let clipped = String(repeating: unit, count: 40).clipped(toJSONBytes: most)
      #expect(JSONValue.string(clipped).text().utf8.count - 2 <= most)
    }
  }
}
