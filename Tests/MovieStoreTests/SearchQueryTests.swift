import Testing

@testable import MovieStore

@Suite struct SearchQueryTests {
  @Test func wordsAreQuotedAndTheLastMayBeABeginning() throws {
    let query = try #require(SearchQuery("Part Two"))
    #expect(query.exact == ["part two", "part 2", "part ii"])
    #expect(query.beginning == #"^ "part two" * OR ^ "part 2" OR ^ "part ii""#)
    #expect(query.allWords == #"("part" AND "two" *) OR ("part" AND "2") OR ("part" AND "ii")"#)
    #expect(query.ranges.map(\.to) == ["part two\u{10FFFF}", "part 2!", "part ii!"])
  }

  @Test func knownEndingsReplaceTheBeginningOfTheLastWord() throws {
    let query = try #require(SearchQuery("The Avenger")).completed(
      by: ["avenger", "avengers"].map { WordTable.Word(text: $0, found: WordTitles(titles: [], people: [])) })
    #expect(query.exact == ["the avenger"])
    #expect(query.beginning == #"^ "the avenger" OR ^ "the avengers""#)
    #expect(query.allWords == #"("the" AND ("avenger" OR "avengers"))"#)
    let two = try #require(SearchQuery("Part Two"))
    #expect(two.completed(by: []) == two)
  }

  @Test func spellingsAreAlternatives() throws {
    let query = try #require(SearchQuery("spider-man"))
    #expect(query.exact == ["spider man", "spiderman"])
    #expect(query.allWords == #"("spider" AND "man" *) OR ("spiderman" *)"#)
  }

  @Test func wordsThatAreRepeatedAreSearchedForOnce() throws {
    let many = String(repeating: "the ", count: 50) + (1...40).map { "w\($0)" }.joined(separator: " ")
    let words = try #require(SearchQuery(many)?.allWords).split(separator: " AND ")
    #expect(words.count == 16 && words.last?.contains("w40") == true)
    #expect(SearchQuery("that thing you do that")?.allWords?.hasPrefix(#"("that" AND "thing" AND"#) == true)
  }

  @Test func symbolsAreOnlyCompared() throws {
    let query = try #require(SearchQuery("?!"))
    #expect(query.exact == ["?!"])
    #expect(query.beginning == nil)
    #expect(query.allWords == nil)
  }

  @Test(arguments: ["", " ", "\u{0}", "\n\t", "\u{200b}", "\u{3000}"])
  func nothingIsNoQuestion(q: String) {
    #expect(SearchQuery(q) == nil)
  }

  @Test(arguments: hostileQuestions)
  func nothingButWordsIsBetweenQuotes(q: String) {
    guard let expression = SearchQuery(q)?.allWords else { return }
    let inQuotes = expression.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map(\.element)
    for word in inQuotes {
      #expect(
        word.unicodeScalars.allSatisfy { $0 == " " || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
      )
    }
  }
}

/// What people and fuzzers type.
let hostileQuestions = [
  "\"", "\"\"", "*", "'", "NEAR", "NEAR(dune part, 3)", "-dune", "AND", "OR NOT", "dune AND", "^dune",
  "text:dune", "{text}:dune", "(", ")", "(dune", "\"dune", "dune\"*", "dune\u{0}", "\u{0}dune",
  "'; DROP TABLE title; --", "%", "_", "\\", "du*ne", "+dune", "dune +", "a\"b\"c", "\u{301}", "🙂", "👨‍👩‍👧‍👦",
  "\u{202e}enud", "\u{feff}", "[REC]", "#$*!", String(repeating: "a ", count: 100),
  String(repeating: "\"", count: 200), String(repeating: "の", count: 200),
  String(repeating: "\u{301}", count: 200), String(repeating: "a-", count: 100),
  String(repeating: "x", count: 100_000),
]
