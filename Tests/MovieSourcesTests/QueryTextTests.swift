import Testing

@testable import MovieSources

@Suite struct QueryTextTests {
  @Test(arguments: [
    ("dune", "dune"), ("AMBER", "amber"), ("  The  Godfather\t2 ", "the godfather 2"), ("ÄLIEN", "älien"),
    ("ΣΊΣΥΦΟΣ", "σίσυφοσ"), ("İstanbul", "İstanbul"), ("砂の 器", "砂の 器"), ("", ""), ("Se7en & X", "se7en & x"),
    ("a\u{A0}b", "a b"),
  ]) func case_and_blanks_are_the_same_query(_ text: String, _ query: String) {
    #expect(text.asQuery == query)
  }
}
