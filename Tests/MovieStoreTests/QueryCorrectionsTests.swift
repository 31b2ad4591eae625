import GRDB
import Testing

@testable import MovieStore

@Suite struct QueryCorrectionsTests {
  private func table() throws -> MisspellingTable {
    try DatabaseQueue().permanent().inDatabase { database in
      let schema = try #require(CatalogueSchema.tables.first { $0.name == "misspelling" })
      try database.execute(sql: schema.sql)
      var builder = MisspellingTable.Builder()
      builder.add("forrest gump", rank: 1)
      builder.add("the forest star wars robocop", rank: 2)
      builder.add("florest", rank: 5_001)
      builder.add(name: "wood allens", isCast: false, rank: 1)
      builder.add(name: "woody allen", isCast: true, rank: 2)
      builder.add(name: "woody allen", isCast: false, rank: 15_000)
      builder.add(name: "hidden actor", isCast: true, rank: 5_001)
      builder.add(name: "hidden director", isCast: false, rank: 15_001)
      try builder.write(database)
      return try MisspellingTable(database)
    }
  }

  private func texts(_ words: String, _ kind: QueryCorrections.Kind) throws -> [String] {
    QueryCorrections(words.split(separator: " ").map { String($0) }, typed: words, try table())
      .texts(kind).map(\.text)
  }

  @Test(arguments: [
    ("forst", QueryCorrections.Kind.word, ["forest", "fo rst", "for st"]), ("forst", .rarerWord, []),
    ("floest", .word, ["flo est"]), ("floest", .rarerWord, ["florest"]),
    // Beside others it is not the rank that tells.
    ("the foorest", .word, ["the forrest", "the forest", "the florest"]), ("the foorest", .rarerWord, []),
    ("allenn", .word, ["all enn"]), ("allenn", .name, ["allen"]),
    ("woody allenn", .name, ["woody allen", "woody allens"]),
    ("woody allens", .name, []), ("woody allens", .otherName, ["wood allens", "woody allen"]),
    ("allens", .otherName, []),
    // Two that are no names are not one of one person.
    ("forest gumps", .otherName, []), ("forest allens", .otherName, []), ("hiden", .name, []),
    ("forest gump", .word, []), ("forest gump", .otherWord, ["forrest gump", "florest gump"]),
    ("forest", .otherWord, []),
    ("starwars", .blank, ["star wars"]), ("robo cop", .blank, ["robocop"]),
    ("woodyal", .blank, ["wood yal", "woody al"]),
    ("my starwars", .blank, ["my star wars"]), ("starxyzw", .blank, []), ("star2", .blank, ["star 2"]),
    ("star2", .word, ["star 2"]), ("forst2", .word, ["forst 2"]), ("star", .blank, []),
    ("abc", .blank, []), ("madmax", .blank, ["mad max"]), ("madmax", .word, ["mad max"]),
    ("starwars", .word, ["star wars"]), ("star wars 1978", .year, ["star wars 1977", "star wars 1979"]),
    ("1978", .year, []), ("star wars", .year, []),
  ])
  func words_that_may_have_been_meant(_ words: String, _ kind: QueryCorrections.Kind, _ meant: [String])
    throws
  {
    #expect(try texts(words, kind) == meant)
  }

  @Test(arguments: [
    ("forst", QueryCorrections.Kind.word), ("starwars", .blank), ("forest", .otherWord),
    ("woody", .otherName),
    ("allenn", .name),
  ])
  func there_are_not_many(_ word: String, _ kind: QueryCorrections.Kind) throws {
    #expect(try texts(Array(repeating: word, count: 14).joined(separator: " "), kind).count > 10)
    let words = Array(repeating: word, count: 40).joined(separator: " ")
    for kind in QueryCorrections.Kind.allCases { #expect(try texts(words, kind).count <= 16) }
  }

  @Test func two_short_words_are_meant_only_as_a_title() throws {
    let alone = QueryCorrections(["madmax"], try table())
    #expect(alone.texts(.blank) == [.init(text: "mad max", isTitle: true)])
    let known = QueryCorrections(["starwars"], try table())
    #expect(known.texts(.blank) == [.init(text: "star wars")])
    // Another word may be meant, so that these two have to be more than that.
    #expect(known.texts(.word) == [.init(text: "star wars", isTitle: true)])
    #expect(QueryCorrections(["up2"], try table()).texts(.blank) == [])
  }

  /// The last word may be unfinished, but not if it is the name that was meant.
  @Test func only_a_name_that_was_meant_is_whole() throws {
    let last = QueryCorrections(["woody", "allenn"], try table()).texts(.name)
    #expect(last.allSatisfy(\.endsWithName) && last.count == 2)
    let first = QueryCorrections(["woodyy", "all"], try table()).texts(.name)
    #expect(first == [.init(text: "woody all")])
    let other = QueryCorrections(["wood", "alle"], try table()).texts(.otherName)
    #expect(other.contains(.init(text: "woody alle")))
  }

  @Test func words_of_a_script_without_blanks_and_none_are_left_alone() throws {
    let words = QueryCorrections(["鋼 の 錬 金 術 師", "2017"], typed: "鋼の錬金術師 2017", try table())
    for kind in QueryCorrections.Kind.allCases where kind != .year { #expect(words.texts(kind) == []) }
    #expect(words.texts(.year).map(\.text) == ["鋼の錬金術師 2016", "鋼の錬金術師 2018"])
    let none = QueryCorrections([], try table())
    for kind in QueryCorrections.Kind.allCases { #expect(none.texts(kind) == []) }
  }
}
