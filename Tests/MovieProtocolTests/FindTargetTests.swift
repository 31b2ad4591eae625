import MovieProtocol
import Testing

@Suite struct FindTargetTests {
  @Test(arguments: [
    ("tt1160419", FindTarget.title(.imdb("tt1160419"))), ("movie/438631", .title(.tmdb(.movie, 438631))),
    ("https://www.imdb.com/title/tt1160419/?ref_=nv", .title(.imdb("tt1160419"))),
    ("https://www.themoviedb.org/tv/1399-game-of-thrones", .title(.tmdb(.tv, 1399))),
    ("person/525", .person(PersonKey(525))), ("nm0634240", .imdbName("nm0634240")),
    ("https://m.imdb.com/name/nm0634240/", .imdbName("nm0634240")), ("Q42", .wikidata("Q42")),
    ("https://www.wikidata.org/wiki/Q42#P1", .wikidata("Q42")), ("371980", .tvdb(371_980)),
    ("https://letterboxd.com/film/blade-runner/", .words("blade runner")),
    ("https://en.wikipedia.org/wiki/Parasite_(2019_film)", .words("Parasite 2019")),
    ("https://en.wikipedia.org/wiki/(500)_Days_of_Summer", .words("(500) Days of Summer")),
    ("https://en.wikipedia.org/wiki/The_Office_(American_TV_series)", .words("The Office")),
    ("https://de.wikipedia.org/wiki/Am%C3%A9lie", .words("Amélie")),
    ("https://www.rottentomatoes.com/m/get_out", .words("get out")),
    ("https://www.justwatch.com/us/movie/whiplash", .words("whiplash")),
    ("https://www.justwatch.com/de/Film/Der-Pate", .words("Der Pate")),
    ("https://www.justwatch.com/es/serie/dark", .words("dark")),
    ("https://trakt.tv/shows/the-wire", .words("the wire")),
  ])
  func name_of_another_service_is_known(_ text: String, _ target: FindTarget) {
    #expect(FindTarget(text) == target)
  }

  @Test(arguments: [
    "dune", "", "/", "Q", "Q4x", "tt1", "0123", "https://example.org/Q42",
    "https://evil.org/imdb.com/nm0634240", "evil.org/imdb.com/nm0634240",
    "https://example.org/tt1160419", "Q42/../1", "nm0634240/..", "-1",
  ])
  func anything_else_is_none(_ text: String) { #expect(FindTarget(text) == nil) }

  @Test func words_of_a_search_are_no_address() {
    #expect(FindTarget.pasted("1984") == nil && FindTarget.pasted("Q42") == nil)
    #expect(FindTarget.pasted("face/off") == nil && FindTarget.pasted("tv/1399") == .title(.tmdb(.tv, 1399)))
  }
}
