import Testing

@testable import TitleIndex

@Suite struct TitleStemTests {
  @Test(arguments: [
    ("Blade Runner 2049", "Blade Runner"), ("Dune: Part Two", "Dune"),
    ("The Godfather Part II", "The Godfather"),
    ("Toy Story 5", "Toy Story"), ("The Avengers", "Avengers: Endgame"),
    ("Kill Bill: Vol. 2", "Kill Bill: Vol. 1"),
    ("Guardians of the Galaxy Vol. 3", "Guardians of the Galaxy"), ("Amélie", "AMELIE"),
    ("It Chapter Two", "It Chapter"),
  ])
  func parts_of_one_story_begin_alike(_ one: String, _ other: String) {
    #expect(TitleStem.of(one) == TitleStem.of(other))
  }

  @Test(arguments: [
    ("Alien", "Aliens"), ("Dune", "Woman in the Dunes"), ("1917", "2012"), ("Part Two", "Chapter Two"),
  ])
  func other_stories_begin_otherwise(_ one: String, _ other: String) {
    #expect(TitleStem.of(one) != TitleStem.of(other))
  }

  @Test(arguments: ["", ":", "?!", "It", "Up", "M", ": ", "\u{202E}", "🎬"])
  func title_that_is_too_short_tells_nothing(_ title: String) {
    #expect(TitleStem.of(title) == nil)
  }
}
