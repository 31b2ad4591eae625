import GRDB
import MovieProtocol
import Testing

@testable import MovieStore

/// What a list of suggestions reads from one row is what the full-text search finds.
@Suite struct WordTitlesTests {
  private func title(_ id: Int, _ name: String, original: String? = nil, _ people: String...)
    -> CatalogueTitle
  {
    CatalogueTitle(
      mediaType: .movie, id: id, title: name, originalTitle: original, cast: people, voteCount: 1000 - id)
  }

  /// Of each class, best first: a whole title, a beginning, a word, both of original titles, people.
  private var titles: [CatalogueTitle] {
    [
      title(1, "Quay", "Ann Lantern", "Bea Lanterns"),
      title(2, "Rooms", original: "Alte Lantern"),
      title(3, "Halls", original: "Lanterns Everywhere"),
      title(4, "Green Lantern"),
      title(5, "Lanterns at Dusk", "Cy Lantern"),
      title(6, "The Lantern"),
      title(7, "Lanterne Rouge"),
      title(8, "Lantern", original: "Lantern Lantern"),
      title(9, "Lantern"),
    ]
  }

  private func expectSame(_ catalogue: Catalogue, _ q: String, _ limit: Int) async throws {
    let stored = try await catalogue.search(q: q, limit: limit, isSuggestion: true)
    let found = try await catalogue.search(q: q, limit: limit)
    #expect(stored.titles.map(\.id) == found.titles.map(\.id), "\(q), \(limit)")
    #expect(stored.corrected == found.corrected, "\(q), \(limit)")
  }

  @Test func classes_are_in_their_order() async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    let names = try await catalogue.search(q: "lantern", limit: 9, isSuggestion: true).titles.map(\.id)
    #expect(names == [6, 8, 9, 5, 7, 4, 3, 2, 1])
    let longer = try await catalogue.search(q: "lanterns", limit: 9, isSuggestion: true).titles.map(\.id)
    #expect(longer == [5, 3, 1])
  }

  @Test(arguments: ["lanter", "lantern", "lanterns", "lanterne", "lantren", "lanterr", "green lantern"])
  func suggestions_are_the_first_of_the_search(_ q: String) async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    for limit in [1, 2, 3, 4, 8, 20] { try await expectSame(catalogue, q, limit) }
  }

  /// More than are stored with a word, in each of its classes.
  @Test func first_of_many_are_the_best() async throws {
    let titles = (1...120).map { id in
      switch id % 4 {
      case 0: title(id, "Lantern")
      case 1: title(id, "The Great Lanterns", "Ann Lantern")
      case 2: title(id, "Lanternfish \(id)")
      default: title(id, "Quay \(id)", "Ann Lantern", "Bea Lanternas")
      }
    }
    let catalogue = await Catalogue.make(.titles(titles))
    for q in ["lanter", "lantern", "lanterns", "lanternfish", "lanternas", "lanternax"] {
      for limit in [5, 20] { try await expectSame(catalogue, q, limit) }
    }
  }

  @Test func words_of_the_built_in_titles_have_the_titles_that_are_found() async throws {
    let catalogue = await Embedded.catalogue
    let words = try await catalogue.reading {
      try String.fetchAll(
        $0, sql: "SELECT text FROM (SELECT text, row_number() OVER () AS n FROM word) WHERE n % 400 = 0")
    }
    for word in try #require(words) { try await expectSame(catalogue, word, 10) }
  }

  @Test func title_of_two_people_of_such_names_is_found_once() async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    let found = try await catalogue.search(q: "lanter", limit: 20, isSuggestion: true)
    #expect(Set(found.titles.map(\.id)).count == found.titles.count && found.titles.count == 9)
  }

  @Test(arguments: ["x'01'", "x'ffffffffffffffff'", "x'0000000000000000'", "zeroblob(100000)"])
  func numbers_of_a_damaged_file_are_no_titles(_ blob: String) async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    try await catalogue.reading { try $0.execute(sql: "UPDATE word SET titles = \(blob), people = \(blob)") }
    #expect(try await catalogue.search(q: "lantern", limit: 9, isSuggestion: true).titles.isEmpty)
  }

  @Test func text_instead_of_numbers_is_damage() throws {
    try DatabaseQueue().permanent().inDatabase { database in
      let statement = try database.makeStatement(sql: "SELECT 'lantern'")
      #expect(throws: CatalogueError.self) {
        try StatementRow.each(of: statement, arguments: []) { row in
          let numbers: [UInt32] = try row.integers(at: 0)
          return numbers.isEmpty
        }
      }
    }
  }
}
