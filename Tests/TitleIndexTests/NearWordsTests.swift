import Testing

@testable import TitleIndex

@Suite struct NearWordsTests {
  private static let words = [
    "alien", "aliens", "amelie", "fight", "fright", "night", "sight", "shining", "ship", "shop", "zzz",
  ]

  private func index(_ words: [String]) throws -> CatalogueIndex {
    var table = SmallTable()
    for word in words { table.add(word) }
    return try table.sections().inMemory()
  }

  /// By the definition, letter by letter, of every word.
  private func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var rows = [[Int]](repeating: [Int](repeating: 0, count: other.count + 1), count: one.count + 1)
    for i in 0...one.count { rows[i][0] = i }
    for j in 0...other.count { rows[0][j] = j }
    for i in 1...one.count {
      for j in 1...other.count {
        let isSame = one[i - 1] == other[j - 1]
        rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, one[i - 1] == other[j - 2], one[i - 2] == other[j - 1] {
          rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
        }
      }
    }
    return rows[one.count][other.count]
  }

  @Test(arguments: [1, 2]) func those_are_found_that_a_comparison_of_all_finds(_ most: Int) throws {
    let index = try index(Self.words)
    for typed in ["alein", "fihgt", "figt", "shinning", "sh", "zz", "a", "amelia", "nigth", "xalien"] {
      let expected = (0..<index.wordCount).compactMap { number -> NearWords.Word? in
        let distance = distance(Array(index.word(number)), Array(typed.utf8))
        return distance <= most ? NearWords.Word(number: number, distance: distance) : nil
      }
      #expect(NearWords.of(typed, most: most, in: index) == expected, "\(typed)")
    }
  }

  @Test func nothing_is_near_to_nothing_or_to_a_very_long_word() throws {
    let index = try index(Self.words)
    #expect(NearWords.of("", most: 2, in: index) == [])
    #expect(NearWords.of(String(repeating: "a", count: 1000), most: 2, in: index) == [])
  }
}
