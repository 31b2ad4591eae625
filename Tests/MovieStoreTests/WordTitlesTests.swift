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

  /// Of each class: people, words and beginnings of original titles, words, beginnings, whole titles.
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
    let ids = try await catalogue.search(q: "lantern", limit: 9, isSuggestion: true).titles.map(\.id)
    #expect(ids == [6, 8, 9, 5, 7, 4, 3, 2, 1])
    let longer = try await catalogue.search(q: "lanterns", limit: 9, isSuggestion: true).titles.map(\.id)
    #expect(longer == [5, 3, 1])
  }

  @Test(arguments: ["lanter", "lantern", "lanterns", "lanterne", "lantren", "lanterr"])
  func suggestions_are_the_first_of_the_search(_ q: String) async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    for limit in [1, 2, 3, 4, 8, 20] { try await expectSame(catalogue, q, limit) }
  }

  /// More than are stored with a word, in each class.
  @Test func first_of_many_are_the_best() async throws {
    let titles = (1...210).map { id in
      switch id % 7 {
      case 0: title(id, "Lantern")
      case 1: title(id, "The Great Lanterns", "Ann Lantern")
      case 2: title(id, "Lanternfish \(id)")
      case 3: title(id, "Quay \(id)", "Ann Lantern", "Bea Lanternas")
      case 4: title(id, "Halls \(id)", original: "Lanternas \(id)")
      case 5: title(id, "Rooms \(id)", original: "Alte Lanternas \(id)")
      default: title(id, "Lights \(id)", original: "Lanterna")
      }
    }
    let catalogue = await Catalogue.make(.titles(titles))
    for q in ["lanter", "lantern", "lanterns", "lanternfish", "lanterna", "lanternas", "lanternass"] {
      for limit in [5, 20] { try await expectSame(catalogue, q, limit) }
    }
  }

  @Test func beginnings_of_built_in_words_have_the_titles_that_are_found() async throws {
    let catalogue = await Embedded.catalogue
    let fullest = try await catalogue.reading {
      try String.fetchAll(
        $0, sql: "SELECT text FROM word ORDER BY length(titles) + length(people) DESC, text LIMIT 100")
    }
    let words = try #require(fullest)
    #expect(words.count == 100)
    for word in words {
      try await expectSame(catalogue, word, 20)
      try await expectSame(catalogue, String(word.prefix(6)), 20)
    }
  }

  @Test func unknown_title_without_its_article_is_no_whole_one() throws {
    try DatabaseQueue().permanent().inDatabase { database in
      let table = try #require(CatalogueSchema.tables.first { $0.name == "spelling" })
      try database.execute(sql: table.sql)
      for (rank, place) in [(12_000, 7), (12_001, 7), (12_002, 8), (12_003, 0)] {
        try database.execute(
          sql: "INSERT INTO spelling VALUES (?, 'lantern')",
          arguments: [rank * CatalogueSearch.spellingsOfATitle + place])
      }
      #expect(try CatalogueSearch.whole("lantern", database) == [12_000, 12_003])
      #expect(try CatalogueSearch.whole("lanterns", database) == [])
    }
  }

  @Test func title_of_two_people_of_such_names_is_found_once() async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    let found = try await catalogue.search(q: "lanter", limit: 20, isSuggestion: true)
    #expect(Set(found.titles.map(\.id)).count == found.titles.count && found.titles.count == 9)
  }

  @Test(arguments: ["x'01'", "x'ffffffffffffffff'", "x'0000000000000000'"])
  func numbers_of_a_damaged_file_are_no_titles(_ blob: String) async throws {
    let catalogue = await Catalogue.make(.titles(titles))
    func update(_ column: String) async throws -> Int {
      try await catalogue.reading { try $0.execute(sql: "UPDATE word SET \(column) = \(blob)") }
      return try await catalogue.search(q: "lantern", limit: 9, isSuggestion: true).titles.count
    }
    #expect(try await update("people") == 8)
    #expect(try await update("titles") == 0)
  }

  @Test(arguments: ["'lantern'", "zeroblob(12)", "NULL"])
  func other_than_so_many_numbers_is_damage(_ value: String) throws {
    try DatabaseQueue().permanent().inDatabase { database in
      let statement = try database.makeStatement(sql: "SELECT \(value)")
      #expect(throws: CatalogueError.self) {
        try StatementRow.each(of: statement, arguments: []) { row in
          let numbers: [UInt32] = try row.integers(at: 0, upTo: 2)
          return numbers.isEmpty
        }
      }
    }
  }
}
