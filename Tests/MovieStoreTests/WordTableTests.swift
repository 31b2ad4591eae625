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
        CatalogueTitle(mediaType: .movie, id: 2, title: "Short Words", cast: ["Al Pool"], voteCount: 1),
      ]))
  }

  @Test(arguments: [
    ("lighth", true, false), ("lighthouse", true, false), ("lighthouses", false, false),
    ("quarte", false, true), ("quartermaine", false, true), ("amberl", false, false),
    // What is shorter, and what is not ASCII, may be anything.
    ("xyz", true, true), ("xyzxy", true, true), ("смотри", true, true), ("яяяяяя", true, true),
  ])
  func beginnings_of_words_are_known(_ typed: String, _ ofTitle: Bool, _ ofPerson: Bool) async throws {
    let known = try await catalogue.value.reading { database in
      try [WordTable.Kind.title, .person].map { try WordTable.mayHave($0, beginningWith: typed, database) }
    }
    #expect(known == [ofTitle, ofPerson])
  }

  @Test func each_word_is_there_once() async throws {
    let words = try await catalogue.value.reading { database in
      try String.fetchAll(database, sql: "SELECT text FROM word WHERE kind = 0")
    }
    #expect(words == ["lighthouse", "смотрителя"])
  }

  @Test(arguments: ["lighthouse", "the lightho", "quartermaine", "zoë quarter", "смотри", "al pool"])
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
