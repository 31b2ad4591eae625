import Testing

@testable import TitleIndex

@Suite struct TitleDescriptionTests {
  @Test func words_become_facts() throws {
    let korean = try #require(TitleDescription("korean thriller 2003"))
    #expect(korean.languages == ["ko"] && korean.countries == [])
    #expect(korean.genres == [[53]] && korean.years == 2003...2003 && korean.rest == [])
    let horror = try #require(TitleDescription("Kurt Russell 80s horror movies"))
    #expect(horror.rest == ["kurt", "russell"] && horror.years == 1980...1989)
    #expect(horror.genres == [[27]])
    let series = try #require(TitleDescription("sci-fi serien aus"))
    #expect(series.isSeries == true && series.genres == [[878, 10765]])
    let films = try #require(TitleDescription("best horror movies 2018"))
    #expect(films.isSeries == false && films.genres == [[27]] && films.rest == [])
    #expect(try #require(TitleDescription("british comedy")).countries == ["GB"])
  }

  @Test(arguments: ["", "dune", "the", "🙂", "kurt russell"])
  func nothing_is_described(_ q: String) { #expect(TitleDescription(q) == nil) }
}
