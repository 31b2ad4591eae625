import Testing

@testable import MovieClient

struct TypedCommandTests {
  @Test func line_can_be_pasted() {
    #expect(TypedCommand(["detail", "it's", "alive\u{1B}"]).line == #"movierpc detail 'it'\''s' alive"#)
    #expect(TypedCommand([]).line == "movierpc")
  }

  @Test(arguments: [
    (["watchlist", "rm", "ali", "--text"], "movierpc watchlist rm movie/348 --text"),
    (["-P", "ali", "watchlist", "rm", "ali"], "movierpc -P ali watchlist rm movie/348"),
    (["watchlist", "rm", "--text", "--", "ali"], "movierpc watchlist rm --text -- movie/348"),
    (["watchlist", "rm", "ali", "--profile", "x"], "movierpc watchlist rm movie/348 --profile x"),
    (["ali", "ali"], "movierpc ali movie/348"),
    (["watchlist", "rm", "alien"], "movierpc watchlist remove movie/348"),
  ])
  func key_stands_in_place_of_the_name(_ words: [String], _ line: String) {
    #expect(TypedCommand(words).line(replacing: ["ali"], of: "watchlist remove", with: "movie/348") == line)
  }
}
