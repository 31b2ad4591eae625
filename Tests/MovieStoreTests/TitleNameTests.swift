import MovieProtocol
import Testing

@testable import MovieStore

struct TitleNameTests {
  /// As `changes` decide: by the first reading that names anything.
  private func names(_ words: String, _ title: String, _ original: String?, _ year: Int?) throws -> Bool {
    try #require(TitleName(words)).readings.contains {
      $0.names(title: title, original: original, year: year)
    }
  }

  @Test(
    arguments: [
      ("dune", "Dune", nil, 2021), ("DUNE", "Dune", nil, 2021), ("dune 2021", "Dune", nil, 2021),
      ("dune 2020", "Dune", nil, 2021), ("Dune (2022)", "Dune", nil, 2021), ("amelie", "Amélie", nil, 2001),
      ("the godfather", "Der Pate", "The Godfather", 1972), ("godfather", "The Godfather", nil, 1972),
      ("spiderman", "Spider-Man", nil, 2002),
      ("wall e", "WALL·E", nil, 2008),
      ("rocky 2", "Rocky II", nil, 1979), ("rocky two", "Rocky II", nil, 1979),
      ("alien 3", "Alien³", nil, 1992),
      ("blade runner 2049", "Blade Runner 2049", nil, 2017), ("seven", "Se7en", nil, 1995),
      ("Blade Runner 2049 (2017)", "Blade Runner 2049", nil, 2017), ("2012", "2012", nil, 2009),
      ("$", "$", nil, 1971),
      ("fast and furious", "Fast & Furious", nil, 2009),
      ("l'avventura", "L'Avventura", nil, 1960), ("l avventura", "L’Avventura", nil, 1960),
    ] as [(String, String, String?, Int?)])
  func whole_name_names_the_title(_ words: String, _ title: String, _ original: String?, _ year: Int?) throws
  {
    #expect(try names(words, title, original, year))
  }

  @Test(
    arguments: [
      ("dun", "Dune", nil, 2021), ("the dark night", "Dark Night", nil, 2017),
      ("dunne", "Dune", nil, 2021), ("dune part", "Dune: Part Two", nil, 2024),
      ("dune 2019", "Dune", nil, 2021), ("dune 2021", "Dune", nil, nil), ("villeneuve", "Dune", nil, 2021),
      ("lotr", "The Lord of the Rings", nil, 2001), ("part two", "Dune: Part Two", nil, 2024),
      ("rocky 1", "Rocky", nil, 1976), ("rocky ii", "Rocky III", nil, 1982),
      ("the dark night", "The Dark Knight", nil, 2008),
    ] as [(String, String, String?, Int?)])
  func part_or_another_word_names_none(_ words: String, _ title: String, _ original: String?, _ year: Int?)
    throws
  {
    #expect(try !names(words, title, original, year))
  }

  @Test func year_in_parentheses_is_no_part_of_the_name() throws {
    #expect(TitleName("alien 1979")?.readings.map(\.year) == [nil, 1979])
    #expect(TitleName("Alien (1979)")?.readings.map(\.year) == [1979, nil])
    #expect(TitleName("1979")?.readings.map(\.year) == [nil])
    #expect(TitleName(" ") == nil)
  }
}

@Suite struct CatalogueNamesTests {
  private func named(_ words: String) async throws -> [(title: CatalogueTitle, votes: Int)] {
    let catalogue = await Embedded.catalogue
    for reading in TitleName(words)?.readings ?? [] {
      let found = try await catalogue.named(reading)
      if !found.isEmpty { return found }
    }
    return []
  }

  @Test func titles_of_that_name_are_found_best_known_first() async throws {
    #expect(try await named("dune").map(\.title.id).prefix(2) == [438631, 841])
    #expect(try await named("dune 1985").map(\.title.id) == [841])
    #expect(try await named("lotr").first?.title.id == 120)
    #expect(try await named("matrix").first?.title.title == "The Matrix")
    #expect(try await named("Le Fabuleux Destin d'Amélie Poulain").first?.title.id == 194)
    #expect(try await named("c'era una volta il west").first?.title.id == 335)
    for words in ["villeneuve", "the dark night", "james bond", "dun"] {
      #expect(try await named(words).isEmpty, "\(words)")
    }
  }

  /// Of most series the catalogue has no votes.
  @Test func series_without_votes_is_as_well_known_as_films_beside_it() async throws {
    let taxi = try #require(try await named("taxi 1978").first)
    #expect(taxi.title.mediaType == .tv && taxi.title.voteCount == 0 && taxi.votes > 500 && taxi.votes < 3000)
  }
}
