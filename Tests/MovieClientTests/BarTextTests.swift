import Testing

@testable import MovieClient

struct BarTextTests {
  @Test func what_fits_stays() {
    for text in ["", "Dune", "기생충", String(repeating: "x", count: BarText.maxColumns)] {
      #expect(BarText.bounded(text) == text)
    }
  }

  @Test func what_is_longer_is_cut_between_characters() {
    #expect(BarText.bounded(String(repeating: "x", count: 121)) == String(repeating: "x", count: 119) + "…")
    #expect(BarText.bounded("e\u{301}e\u{301}e\u{301}", to: 2) == "e\u{301}…")
    // Two columns each.
    #expect(BarText.bounded("기생충기생충", to: 6) == "기생…")
    #expect(BarText.bounded("👩‍👩‍👧‍👧👩‍👩‍👧‍👧x", to: 4) == "👩‍👩‍👧‍👧…")
  }

  @Test func marks_without_end_are_cut_too() {
    let tall = "a" + String(repeating: "\u{301}", count: 5000)
    #expect(BarText.bounded(tall) == "…")
    let text = BarText.bounded("Zalgo " + tall)
    #expect(text == "Zalgo …")
    // Eleven bytes.
    let high = "a\u{301}\u{302}\u{303}\u{304}\u{305}"
    #expect(BarText.bounded(String(repeating: high, count: 119)) == String(repeating: high, count: 87) + "…")
  }

  @Test func it_is_clean() {
    #expect(BarText.bounded("a\n\u{1B}[2J\u{202E}b") == "a [2Jb")
  }
}
