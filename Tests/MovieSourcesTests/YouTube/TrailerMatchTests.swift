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

  @Test(
    arguments: [
      ("movie/1", "Clueless", 1995, "Clueless 2 - Official Trailer", false),
      ("movie/1", "Clueless", 1995, "Clueless II trailer", false),
      ("movie/1", "Clueless", 1995, "Clueless: Part Two | Trailer", false),
      ("movie/1", "Clueless", 1995, "Clueless (2027) Official Trailer", false),
      ("movie/1", "Clueless", 1995, "Clueless Official Trailer #2 (1995)", true),
      ("movie/1", "Clueless", 1995, "Clueless 1995 Trailer HD", true),
      ("movie/1", "Clueless", 1995, "Clueless Trailer 1994", true),
      ("movie/1", "Clueless", 1995, "Clueless Trailer 1080p 60 fps", true),
      ("movie/1", "Blade Runner", 1982, "Blade Runner 2049 - Official Trailer", false),
      ("movie/1", "Blade Runner 2049", 2017, "Blade Runner 2049 - Official Trailer", true),
      ("movie/1", "Toy Story 3", 2010, "Toy Story 3 Trailer", true),
      ("movie/1", "2001: A Space Odyssey", 1968, "2001: A Space Odyssey trailer", true),
      ("movie/1", "Dune", 1984, "Dune Official Trailer (2021)", false),
      ("tv/1", "Dark", 2017, "Dark Season 3 Trailer 2020", true),
      ("tv/1", "Stranger Things", 2016, "Stranger Things 4 | Official Trailer", true),
      ("tv/1", "Dark", 2017, "Dark (2002) Trailer", false),
    ] as [(TitleKey, String, Int, String, Bool)])
  func number_of_another_part_or_year_of_another_film_is_no_trailer(
    _ key: TitleKey, _ title: String, _ year: Int, _ name: String, _ fits: Bool
  ) {
    var wanted = Title.named(key)
    (wanted.title, wanted.originalTitle, wanted.year) = (title, title, year)
    #expect(TrailerMatch(wanted).fits(name) == fits)
  }

  @Test func original_title_counts_too() {
    var wanted = Title.named("movie/1")
    (wanted.title, wanted.originalTitle) = ("Spirited Away", "千と千尋の神隠し")
    #expect(TrailerMatch(wanted).fits("千と千尋の神隠し 予告") && TrailerMatch(wanted).fits("Spirited Away Trailer"))
  }
}
