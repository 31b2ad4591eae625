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
          mediaType: .movie, id: 2, title: "Short Words",
          cast: ["Al Pool", "Bo Quartermaine", "Quartermaster"], voteCount: 1),
      ]))
  }

  private func words(_ typed: String, _ catalogue: Catalogue) async throws -> [String]? {
    try await catalogue.reading { try WordTable.words(beginningWith: typed, $0)?.map(\.text) } ?? nil
  }

  @Test(
    arguments: [
      ("lighth", ["lighthouse"]), ("lighthouse", ["lighthouse"]), ("lighthouses", []),
      ("quarte", ["quartermaine", "quartermaster"]), ("quartermai", ["quartermaine"]), ("amberl", []),
      // What is shorter, and what is not ASCII, may be anything.
      ("xyz", nil), ("light", nil), ("смотри", nil), ("яяяяяя", nil),
    ] as [(String, [String]?)])
  func words_that_begin_with_what_was_typed_are_known(_ typed: String, _ words: [String]?) async throws {
    #expect(try await self.words(typed, catalogue.value) == words)
  }

  @Test func more_than_a_few_words_are_left_to_the_full_text_search() async throws {
    let catalogue = await Catalogue.make(
      .titles(
        (1...33).map { CatalogueTitle(mediaType: .movie, id: $0, title: "Endless\($0)", voteCount: 1) }))
    #expect(try await words("endless", catalogue) == nil)
    #expect(try await words("endless33", catalogue) == ["endless33"])
    #expect(try await catalogue.search(q: "endless", limit: 99).titles.count == 33)
  }

  @Test func words_of_a_damaged_file_are_no_syntax() async throws {
    let catalogue = await Catalogue.make(
      .titles([CatalogueTitle(mediaType: .movie, id: 1, title: "The Lighthouse", voteCount: 1)]))
    try await catalogue.reading {
      try $0.execute(sql: "INSERT INTO word (text) VALUES ('lighthouse\"')")
    }
    #expect(try await catalogue.names("lighthou") == ["The Lighthouse"])
  }

  @Test func each_word_is_there_once() async throws {
    let words = try await catalogue.value.reading { try String.fetchAll($0, sql: "SELECT text FROM word") }
    #expect(words == ["lighthouse", "quartermaine", "quartermaster", "смотрителя"])
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
