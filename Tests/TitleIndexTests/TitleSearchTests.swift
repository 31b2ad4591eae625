import Testing

@testable import TitleIndex

@Suite struct TitleSearchTests {
  private let search: TitleSearch

  init() throws { search = try SmallTable.known.search() }

  private func titles(_ text: String, _ filter: TitleSearch.Filter = .init()) -> [String] {
    search.search(text, filter: filter, limit: 20).titles.map {
      TitleText(search.index, $0.rank).text(.title)
    }
  }

  /// Each kind of what people type.
  @Test(arguments: [
    // A whole title, without its article, its beginning, in another order, another name.
    ("heat", "Heat"), ("matrix", "The Matrix"),
    ("the lord of the r", "The Lord of the Rings: The Fellowship of the Ring"),
    ("park jurassic", "Jurassic Park"), ("기생충", "Parasite"), ("gisaengchung", "Parasite"),
    ("wall-e", "WALL·E"),
    ("walle", "WALL·E"), ("horror", "Horror"), ("dark", "Dark"), ("Дарк", "Dark"),
    // Wrong letters and blanks.
    ("jurasic park", "Jurassic Park"), ("madmax", "Mad Max"), ("starwars", "Star Wars"),
    ("titannic", "Titanic"),
    // People, with what else is known.
    ("pacino", "Heat"), ("heat pacino", "Heat"), ("winslet dicaprio", "Titanic"),
    ("carpenter thing", "The Thing"),
    ("kurt russell horror 1982", "The Thing"), ("kurt russell", "The Thing"),
    // Years, genres, countries, kinds, in three languages.
    ("80s horror", "The Thing"), ("korean thriller", "Parasite"), ("koreanische komödie", "Parasite"),
    ("thriller coreano 2003", "Oldboy"), ("german series", "Dark"), ("dark netflix", "Dark"),
    ("robots '99", ""),
    ("matrix 1999", "The Matrix"), ("matrix 2000", "The Matrix"), ("matrix '99", "The Matrix"),
    // A year that was remembered wrongly.
    ("titanic 1985", "Titanic"), ("matrix 2010", "The Matrix"), ("horror 1985", ""),
    // Cyrillic letters, unfinished and as they are spelt there.
    ("титан", "Titanic"), ("титаник", "Titanic"), ("ъъъъ", ""), ("ь", ""),
    // Collections and initials.
    ("alien 2", "Aliens"), ("the bear 2", "The Bear"),
    ("lotr", "The Lord of the Rings: The Fellowship of the Ring"),
    ("lotr 2", "The Lord of the Rings: The Two Towers"),
    ("lord of the rings ii", "The Lord of the Rings: The Two Towers"),
    // Words that say nothing.
    ("the one with the dinosaurs", "Jurassic Park"), ("movie about iceberg", "Titanic"),
    ("the bear season 3", "The Bear"),
    ("the bear s02e01", "The Bear"), ("best korean movies", "Parasite"),
    // Nothing.
    ("xyzzy", ""), ("", ""), ("  ", ""), ("!?", ""), ("\u{0}", ""),
  ])
  func first_title_is_the_one_that_was_meant(_ text: String, _ title: String) {
    #expect(titles(text).first ?? "" == title, "\(titles(text))")
  }

  /// Nearly every word is near the name of somebody.
  @Test(arguments: [
    // Both names of one person, and one that no other name stands beside.
    ("kelly reichart", "Certain Women"), ("kelly reichart west", "Certain Women"),
    ("patty jenkin war", "Wonder Woman"), ("jenkens war", "Wonder Woman"),
    // Of two people, of whom nothing else is said.
    ("roger deakins war", ""), ("kelly jenkens", ""),
    // A word that says little is near to many.
    ("teh matrix", "The Matrix"),
  ])
  func corrected_name_is_of_one_person(_ text: String, _ title: String) throws {
    var table = SmallTable.known
    table.add(
      "Wonder Woman", "2017-05-30", genres: [10752], director: ["Patty Jenkins"],
      cast: ["Gal Gadot", "Tom Hanks"])
    table.add("Certain Women", "2016-01-01", director: ["Kelly Reichardt"], cast: ["Laura Dern"])
    let search = try table.search()
    let found = search.search(text, limit: 5).titles.map { TitleText(search.index, $0.rank).text(.title) }
    #expect(found.first ?? "" == title, "\(found)")
  }

  @Test func elided_word_is_not_the_word_it_looks_like() {
    #expect(titles("dune") == ["La dune"])
    #expect(
      search.matched(search.search("dune", limit: 1).titles[0].rank, search.search("dune", limit: 1)) == [])
  }

  @Test func titles_are_of_the_year_and_kind_that_are_asked_for() {
    #expect(titles("alien", .init(year: 1986)) == ["Aliens"])
    #expect(titles("the", .init(isSeries: true)) == ["The Bear"])
    #expect(titles("alien", .init(isSeries: true)) == [])
  }

  @Test func more_are_counted_than_are_in_order() {
    let answer = search.search("the", limit: 2)
    #expect(answer.titles.count == 2 && answer.total > 2)
    #expect(search.search("the", limit: 20).titles.prefix(2) == answer.titles[...])
    #expect(search.search("the", limit: 0).titles.isEmpty)
  }

  /// What was searched before leaves no trace.
  @Test func answers_are_the_same_in_any_order() throws {
    let texts = ["heat pacino", "80s horror", "jurasic park", "the", "lotr 2", "korean thriller"]
    let alone = try texts.map { try SmallTable.known.search().search($0, limit: 20).titles }
    #expect(texts.map { search.search($0, limit: 20).titles } == alone)
    #expect(texts.reversed().map { search.search($0, limit: 20).titles } == alone.reversed())
  }

  @Test func words_that_no_name_has_are_explained() {
    func matched(_ text: String) -> [WordReason] {
      let answer = search.search(text, limit: 1)
      return answer.titles.first.map { search.matched($0.rank, answer) } ?? []
    }
    #expect(matched("heat al pacino") == [WordReason(word: "al pacino", field: .cast, text: "Al Pacino")])
    #expect(
      matched("80s horror carpenter") == [
        WordReason(word: "80s", field: .year, text: "1982"),
        WordReason(word: "horror", field: .genre, text: "27"),
        WordReason(word: "carpenter", field: .director, text: "John Carpenter"),
      ])
    #expect(
      matched("korean 2019") == [
        WordReason(word: "korean", field: .country, text: "KR"),
        WordReason(word: "2019", field: .year, text: "2019"),
      ])
    #expect(matched("dark netflix") == [WordReason(word: "netflix", field: .network, text: "Netflix")])
    #expect(matched("iceberg") == [WordReason(word: "iceberg", field: .keyword, text: "iceberg")])
    #expect(matched("titanic") == [])
  }

  @Test func words_that_were_meant_are_told() {
    #expect(search.corrected(search.search("jurasic park", limit: 5)) == "jurassic park")
    #expect(search.corrected(search.search("jurassic park", limit: 5)) == nil)
    #expect(search.corrected(search.search("jurassic pa", limit: 5)) == nil)
    #expect(search.corrected(search.search("xyzzy", limit: 5)) == nil)
  }

  @Test func long_and_strange_queries_have_an_end() {
    let long = String(repeating: "the lord of ", count: 400)
    #expect(search.search(long, limit: 5).titles.count <= 5)
    #expect(search.search(String(repeating: "x", count: 10_000), limit: 5).titles.isEmpty)
    #expect(search.search(String(repeating: "a\u{301}", count: 3_000), limit: 5).titles.count <= 5)
  }
}
