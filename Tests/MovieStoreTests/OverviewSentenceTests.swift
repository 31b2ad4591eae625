import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct OverviewSentenceTests {
  private func sentence(
    _ year: Int?, _ genres: [Int], _ director: [String] = [], _ cast: [String] = [],
    _ mediaType: Title.MediaType = .movie
  ) -> String? {
    OverviewSentence.make(
      CatalogueTitle(
        mediaType: mediaType, id: 1, title: "x", year: year, genreIDs: genres, director: director, cast: cast)
    )
  }

  @Test func allFactsAreTold() {
    #expect(
      sentence(
        2021, [878, 12], ["Denis Villeneuve"], ["Timothée Chalamet", "Rebecca Ferguson", "Oscar Isaac"])
        == "A 2021 science fiction adventure directed by Denis Villeneuve, with Timothée Chalamet and Rebecca Ferguson."
    )
  }

  @Test func missingFactsShortenIt() {
    #expect(sentence(2021, [18]) == "A 2021 drama.")
    #expect(sentence(nil, [28]) == "An action film.")
    #expect(sentence(nil, [], ["Agnès Varda"]) == "A film directed by Agnès Varda.")
    #expect(sentence(nil, [], [], ["Buster Keaton"]) == "A film with Buster Keaton.")
    #expect(sentence(nil, [123_456], [], []) == nil)
    #expect(sentence(nil, []) == nil)
  }

  @Test func yearAndTypeAreNoSentence() {
    #expect(sentence(2016, []) == nil && sentence(2016, [], [], [], .tv) == nil)
    #expect(sentence(2016, [123_456], [], [], .tv) == nil)
  }

  @Test func seriesAreSeries() {
    #expect(sentence(2011, [18], [], [], .tv) == "A 2011 drama series.")
    #expect(sentence(2011, [10765, 18], [], [], .tv) == "A 2011 science fiction and fantasy drama series.")
    #expect(sentence(2011, [], [], ["A"], .tv) == "A 2011 series with A.")
    #expect(sentence(2003, [35, 10767], [], [], .tv) == "A 2003 comedy talk show.")
    #expect(sentence(nil, [16, 35], [], [], .tv) == "An animated comedy series.")
  }

  @Test(arguments: [
    ([35, 10749], "romantic comedy"), ([18, 10749], "romantic drama"), ([10749], "romance"),
    ([80, 18], "crime drama"),
    ([18, 36], "historical drama"), ([10751, 16], "animated family film"), ([28, 12], "action adventure"),
    ([27, 53], "horror thriller"), ([99, 10402], "music documentary"), ([35, 18], "comedy drama"),
    ([12, 18, 878], "adventure drama"), ([37], "western"), ([10770], "television film"),
    ([878, 28], "science fiction action film"),
  ])
  func genresAreInANaturalOrder(genres: [Int], phrase: String) {
    #expect(sentence(2000, genres) == "A 2000 \(phrase).")
  }

  @Test func articleIsTheSpokenOne() {
    #expect(sentence(1999, [], ["A"])?.hasPrefix("A 1999") == true)
    #expect(sentence(1896, [], ["A"])?.hasPrefix("An 1896") == true)
    #expect(sentence(nil, [12]) == "An adventure.")
    #expect(sentence(nil, [36]) == "A historical film.")
  }

  @Test func namesAreListed() {
    #expect(sentence(nil, [], ["A", "B"]) == "A film directed by A and B.")
    #expect(sentence(nil, [], ["A", "B", "C"]) == "A film directed by A, B and C.")
    #expect(sentence(nil, [], ["A", "B", "C", "D"]) == "A film directed by A, B, C and others.")
    #expect(
      sentence(nil, [], ["Charlie Chaplin"], ["Charlie Chaplin", "Virginia Cherrill", "X"])
        == "A film directed by Charlie Chaplin, with Virginia Cherrill and X.")
    #expect(sentence(nil, [], [], ["X", "Robert Downey Jr."]) == "A film with X and Robert Downey Jr.")
    #expect(sentence(nil, [], [], ["X", "Y", "Z"]) == "A film with X and Y.")
  }

  @Test func everyGenreOfTMDBHasItsWord() {
    for mediaType in Title.MediaType.allCases {
      for genre in Genres.all(mediaType) { #expect(sentence(nil, [genre.id], [], [], mediaType) != nil) }
    }
  }

  @Test func everyEmbeddedTitleOfWhichMoreIsKnownHasASentence() async throws {
    for title in try await Embedded.sample.titles.prefix(3000) {
      guard let sentence = OverviewSentence.make(title) else {
        #expect(title.genreIDs.isEmpty && title.director.isEmpty && title.cast.isEmpty)
        continue
      }
      #expect(sentence.wholeMatch(of: /An? [0-9a-z'].*[^.]\./) != nil)
      #expect(!sentence.contains("  ") && !sentence.contains(" ,") && !sentence.contains("with and"))
      #expect(title.director.allSatisfy { !sentence.contains("with \($0)") })
      let words = sentence.prefix { $0 != "," }.split(separator: " ")
      #expect(!zip(words, words.dropFirst()).contains { $0 == $1 && title.director.isEmpty })
      // The facts behind it are all it may tell.
      if title.director.isEmpty && title.cast.isEmpty { #expect(sentence.count < 70) }
    }
  }

  @Test func oddNamesAreLeftAsTheyAre() {
    #expect(
      sentence(2001, [], ["McG"], ["P!nk", "will.i.am"])
        == "A 2001 film directed by McG, with P!nk and will.i.am.")
    #expect(
      sentence(2001, [35], [], ["신동엽", "O'Neal \"Shaq\" & Co."])
        == "A 2001 comedy with 신동엽 and O'Neal \"Shaq\" & Co.")
    // Who directs all of the cast is named once.
    #expect(sentence(2001, [], ["A", "B"], ["B", "A"]) == "A 2001 film directed by A and B.")
  }

  @Test func seriesMayHavePeopleToo() {
    #expect(
      sentence(2019, [80, 18], ["Craig Mazin"], ["Jared Harris"], .tv)
        == "A 2019 crime drama series created by Craig Mazin, with Jared Harris.")
    #expect(sentence(nil, [], [], ["Jared Harris"], .tv) == "A series with Jared Harris.")
    #expect(sentence(nil, [], [], [], .tv) == nil)
  }
}
