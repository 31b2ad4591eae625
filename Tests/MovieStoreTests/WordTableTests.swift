import GRDB
import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct WordTableTests {
  private let catalogue = Task {
    await Catalogue.make(
      .titles([
        CatalogueTitle(
          mediaType: .movie, id: 1, title: "The Lighthouse", originalTitle: "Маяк смотрителя",
          director: ["Zoë Quartermaine"], voteCount: 2),
        CatalogueTitle(
          mediaType: .movie, id: 2, title: "Short Words", cast: ["Al Pool", "Bo Quartermaine"], voteCount: 1),
      ]))
  }

  @Test(arguments: [
    ("lighth", true), ("lighthouse", true), ("lighthouses", false), ("quarte", true), ("quartermaine", true),
    ("quartermaines", false), ("amberl", false),
    // What is shorter, and what is not ASCII, may be anything.
    ("xyz", true), ("xyzxy", true), ("смотри", true), ("яяяяяя", true),
  ])
  func beginnings_of_words_are_known(_ typed: String, _ isKnown: Bool) async throws {
    let mayHave = try await catalogue.value.reading { try WordTable.mayHave(beginningWith: typed, $0) }
    #expect(mayHave == isKnown)
  }

  @Test func each_word_is_there_once() async throws {
    let words = try await catalogue.value.reading { try String.fetchAll($0, sql: "SELECT text FROM word") }
    #expect(words == ["lighthouse", "quartermaine", "смотрителя"])
  }

  @Test(arguments: ["lighthouse", "the lightho", "zoë quarter", "смотри", "al pool"])
  func what_has_the_word_is_found(_ q: String) async throws {
    #expect(try await catalogue.value.search(q: q, limit: 9).titles.count == 1)
  }

  @Test func titles_come_before_those_of_a_person_of_that_name() async throws {
    let catalogue = await Catalogue.make(
      .titles([
        CatalogueTitle(
          mediaType: .movie, id: 1, title: "Arrival", director: ["Denis Villeneuve"], voteCount: 9),
        CatalogueTitle(mediaType: .movie, id: 2, title: "A Day with Villeneuve", voteCount: 1),
      ]))
    #expect(try await catalogue.names("villeneuve") == ["A Day with Villeneuve", "Arrival"])
  }
}
