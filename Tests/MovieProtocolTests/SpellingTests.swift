import MovieProtocol
import Testing

@Suite struct SpellingTests {
  private static let names = ["search", "cancel", "hello", "status", "rpc.discover", "watchlist.add"]

  @Test(arguments: [
    ("serach", "search"), ("searc", "search"), ("hallo", "hello"), ("statuss", "status"),
    ("discover", "rpc.discover"),
    ("add", "watchlist.add"), ("can", "cancel"), ("search", "search"), ("xyz", nil), ("", nil), ("he", nil),
    ("trailer", nil),
  ])
  func nearest_name(_ wanted: String, _ expected: String?) {
    #expect(Spelling.nearest(to: wanted, among: Self.names) == expected)
  }

  @Test func nothing_long_is_near() {
    #expect(
      Spelling.nearest(to: "search" + String(repeating: "x", count: 1_000_000), among: Self.names) == nil)
    #expect(Spelling.nearest(to: "search", among: []) == nil)
  }

  @Test func short_texts_are_repeated_whole() {
    for text in ["", "dune", String(repeating: "é", count: 60), String(repeating: "👩‍👩‍👧‍👦", count: 30)] {
      #expect(Spelling.shortened(text) == text)
    }
  }

  @Test func long_texts_are_cut_between_characters() {
    #expect(Spelling.shortened(String(repeating: "é", count: 61)) == String(repeating: "é", count: 60) + "…")
    #expect(Spelling.shortened("abcdef", to: 3) == "abc…")
  }

  @Test func one_character_of_a_megabyte_is_cut_too() {
    let stacked = "a" + String(repeating: "\u{301}", count: 500_000)
    #expect(Spelling.shortened(stacked).utf8.count < 1000)
  }
}
