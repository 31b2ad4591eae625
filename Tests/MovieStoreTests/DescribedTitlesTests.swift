import Testing

@testable import MovieStore

/// What people type who describe titles, or know one word of the name.
@Suite struct DescribedTitlesTests {
  @Test(arguments: [
    ("the one with the dinosaurs", ["Jurassic World", "Jurassic Park"]),
    ("moon landing movie", ["First Man"]), ("time loop movie", ["Groundhog Day", "Edge of Tomorrow"]),
    ("zombie movie", ["World War Z", "Zombieland"]),
    ("breaking bad movie", ["El Camino: A Breaking Bad Movie"]),
    ("best movies 1994", ["Pulp Fiction", "Forrest Gump", "The Shawshank Redemption"]),
    ("war movies", ["Dunkirk", "Schindler's List"]), ("best movies", ["Inception", "The Dark Knight"]),
    ("bla", ["Black Panther", "Blade Runner 2049"]), ("star", ["Star Wars"]),
  ])
  func titles_that_are_meant_are_among_the_first(_ q: String, _ titles: [String]) async throws {
    let limit = q == "star" ? 10 : 5
    let found = try await Embedded.catalogue.search(q: q, limit: limit).titles.map(\.title)
    #expect(Set(found).isSuperset(of: titles), "\(found)")
  }

  /// Names that few know begin with the word, and well-known titles are about it.
  @Test func well_known_names_with_a_word_are_on_the_first_page() async throws {
    let found = try await Embedded.catalogue.search(q: "alien", limit: 20).titles.map(\.title)
    #expect(Set(found).isSuperset(of: ["AVP: Alien vs. Predator", "Cowboys & Aliens", "The Avengers"]))
    let (name, keyword) = (found.firstIndex(of: "Aliens in the Attic"), found.firstIndex(of: "The Avengers"))
    #expect(try #require(name) < #require(keyword))
  }

  @Test func word_that_was_left_out_is_told() async throws {
    let found = try await Embedded.catalogue.search(q: "space keanu reeves", limit: 5)
    #expect(found.titles.first?.title == "The Day the Earth Stood Still")
    #expect(found.corrected == "keanu reeves" && found.titles.count == 5)
  }
}
