import Foundation
import GRDB
import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct MisspellingTableTests {
  private func table(_ fill: (Database) throws -> Void) throws -> MisspellingTable {
    try DatabaseQueue().permanent().inDatabase { database in
      let schema = try #require(CatalogueSchema.tables.first { $0.name == "misspelling" })
      try database.execute(sql: schema.sql)
      try fill(database)
      return try MisspellingTable(database)
    }
  }

  private func table(_ titles: [(String, rank: Int)]) throws -> MisspellingTable {
    try table { database in
      var builder = MisspellingTable.Builder()
      for (title, rank) in titles { builder.add(title, rank: rank) }
      try builder.write(database)
    }
  }

  @Test func word_that_was_meant_is_found() throws {
    let table = try table([
      ("the gladiator", 1), ("severance", 2), ("gladiators", 3), ("über alles", 4), ("hidden", 15_001),
      ("abcdefghijklmnopqrst abcdefghijklmnopqrstu", 5), ("фон", 6),
    ])
    #expect(table.words(near: "gladaitor") == ["gladiator"])
    #expect(table.words(near: "severence") == ["severance"])
    #expect(table.words(near: "alless") == ["alles"])
    #expect(table.words(near: "abcdefghijklmnopqrstt") == ["abcdefghijklmnopqrst"])
    #expect(table.words(near: "фоон") == [])
    // Those of titles that few know, words that are right, and short ones are left alone.
    for word in ["hiddn", "gladiator", "teh", "", "severance"] { #expect(table.words(near: word) == []) }
  }

  @Test func best_known_come_first_and_no_more_than_a_few() throws {
    let table = try table([("marks marla", 1), ("maria marsh march", 2), ("marks", 3)])
    #expect(table.words(near: "marsk") == ["marks", "marsh"])
    #expect(table.corrections(of: "marsh") == .init(words: ["march"], isWord: true))
    // What is typed may be a letter shorter or longer than the words that are found.
    #expect(table.words(near: "mara") == ["marla", "maria"])
    #expect(table.words(near: "mar") == [])
    // And so may what was meant, but not both.
    let short = try self.table([("club cone", 1)])
    #expect(short.words(near: "clubb") == ["club"] && short.words(near: "clib") == [])
    #expect(short.words(near: "clb") == [])
    #expect(table.words(near: "marxa") == ["marla", "maria"])
    let words = "bcdefghij".map { "aaaa\($0)" }
    let many = try self.table([(words.joined(separator: " "), 1)])
    #expect(many.words(near: "aaaax") == Array(words.prefix(8)))
  }

  /// Also the beginning of others: somebody who types may have meant one of these.
  @Test(arguments: [("avengr", nil), ("avengr", Title.MediaType.movie), ("2012 avengr", nil)])
  func correction_may_be_a_beginning(_ q: String, _ type: Title.MediaType?) async throws {
    let titles = ["The Avengers", "An Avenger Returns"].enumerated().map {
      CatalogueTitle(
        mediaType: .movie, id: $0.offset + 1, title: $0.element, releaseDate: "2012-04-25",
        voteCount: 9 - $0.offset)
    }
    let found = try await Catalogue.make(.titles(titles)).search(q: q, mediaType: type, limit: 9)
    #expect(found.corrected?.hasSuffix("avenger") == true)
    #expect(found.titles.first?.title == "The Avengers")
  }

  /// Who writes it in one word may misspell that, too.
  @Test(arguments: ["spidrman", "spidermann", "spidre-man"])
  func correction_may_be_a_title_without_its_punctuation(_ q: String) async throws {
    let title = CatalogueTitle(
      mediaType: .movie, id: 1, title: "Spider-Man", releaseDate: "2002-05-01", voteCount: 9)
    let found = try await Catalogue.make(.titles([title])).search(q: q, limit: 9)
    #expect(found.titles.map(\.title) == ["Spider-Man"])
  }

  @Test func names_of_people_come_after_words_of_titles() async throws {
    let titles = [
      CatalogueTitle(
        mediaType: .movie, id: 1, title: "Quay", director: ["Ada Marlowe"], cast: ["Bo Castellan"],
        voteCount: 9),
      CatalogueTitle(mediaType: .movie, id: 2, title: "Harlowe", director: ["Cy Barlowe"], voteCount: 1),
    ]
    let catalogue = await Catalogue.make(.titles(titles))
    func corrections(of word: String) async throws -> MisspellingTable.Corrections? {
      try await catalogue.reading { try MisspellingTable($0).corrections(of: word) }
    }
    #expect(
      try await corrections(of: "arlowe")
        == .init(words: ["harlowe"], names: ["marlowe", "barlowe"]))
    // A name is no word of a title: one of these may have been meant.
    #expect(
      try await corrections(of: "barlowe")
        == .init(words: ["harlowe"], names: ["marlowe"], isName: true))
    let found = try await catalogue.search(q: "ada marlwe", limit: 9)
    #expect(found.titles.map(\.title) == ["Quay"] && found.corrected == "ada marlowe")
    #expect(try await catalogue.search(q: "castelan", limit: 9).titles.map(\.title) == ["Quay"])
    // Marlowe's is better known.
    let title = try await catalogue.search(q: "arlowe", limit: 9)
    #expect(title.titles.map(\.title) == ["Harlowe"] && title.corrected == "harlowe")
  }

  @Test func catalogue_without_titles_has_none() throws {
    #expect(try table { _ in }.words(near: "gladaitor") == [])
    #expect(try table([]).words(near: "gladaitor") == [])
  }

  @Test(arguments: [([7], [0], ""), ([7], [], "word"), ([], [0], "word"), ([7], [1], "word")])
  func damaged_row_is_an_error(_ keys: [Int32], _ places: [UInt16], _ words: String) throws {
    #expect(throws: CatalogueError.self) {
      try table { database in
        try database.execute(
          sql: "INSERT INTO misspelling VALUES (?, ?, ?)",
          arguments: [Data(integers: keys), Data(integers: places), words])
      }
    }
  }
}

extension MisspellingTable {
  /// None if the word itself is one of a title.
  fileprivate func words(near word: String) -> [String] {
    let found = corrections(of: word)
    return found.isWord ? [] : found.words
  }
}
