import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@Suite struct TrailerMatchTests {
  @Test(
    arguments: [
      ("Dune", "Dune Official Trailer (2021)", true), ("Dune", "DUNE - Main Trailer", true),
      ("Dune", "Dune | Teaser", true), ("Dune", "Surfing the perfect dune", false),
      ("Dune", "Duner trailer", false), ("Dune", "Official Trailer (2021)", false),
      ("Dune", "Dune trailer REACTION", false), ("Dune", "Dune (fan-made trailer)", false),
      ("Spider-Man", "Spiderman trailer", true), ("Tom & Jerry", "Tom and Jerry: Trailer", true),
      ("Trailer Park", "Trailer Park behind the scenes", false),
      ("Trailer Park", "Trailer Park Trailer", true),
      ("Das Boot", "Das Boot - Trailer Deutsch", true), ("Amélie", "AMELIE bande-annonce", true),
      ("葬送のフリーレン", "『葬送のフリーレン』予告編", true), ("葬送のフリーレン", "フリーレン 予告", false),
      ("", "trailer", false), ("Concept", "Concept - Official Trailer", true),
    ])
  func trailer_is_told_by_its_name(_ title: String, _ name: String, _ fits: Bool) {
    var wanted = Title.named("movie/1")
    (wanted.title, wanted.originalTitle) = (title, title)
    #expect(TrailerMatch(wanted).fits(name) == fits)
  }

  @Test func original_title_counts_too() {
    var wanted = Title.named("movie/1")
    (wanted.title, wanted.originalTitle) = ("Spirited Away", "千と千尋の神隠し")
    #expect(TrailerMatch(wanted).fits("千と千尋の神隠し 予告") && TrailerMatch(wanted).fits("Spirited Away Trailer"))
  }
}
