/// Numbers that people write in several ways: "Godfather 2" is "The Godfather Part II".
package enum Numerals {
  private static let groups = [
    ["1", "i", "one"], ["2", "ii", "two"], ["3", "iii", "three"], ["4", "iv", "four"], ["5", "v", "five"],
    ["6", "vi", "six"], ["7", "vii", "seven"], ["8", "viii", "eight"], ["9", "ix", "nine"],
    ["10", "x", "ten"], ["11", "xi", "eleven"], ["12", "xii", "twelve"], ["13", "xiii", "thirteen"],
    ["14", "fourteen"], ["15", "fifteen"], ["16", "sixteen"], ["17", "seventeen"], ["18", "eighteen"],
    ["19", "nineteen"], ["20", "twenty"], ["30", "thirty"], ["40", "forty"], ["50", "fifty"],
    ["60", "sixty"], ["70", "seventy"], ["80", "eighty"], ["90", "ninety"],
    ["1st", "first"], ["2nd", "second"], ["3rd", "third"], ["4th", "fourth"], ["5th", "fifth"],
    ["6th", "sixth"], ["7th", "seventh"], ["8th", "eighth"], ["9th", "ninth"], ["10th", "tenth"],
    ["11th", "eleventh"], ["12th", "twelfth"], ["13th", "thirteenth"],
  ]

  private static let others: [String: [String]] = {
    var others: [String: [String]] = [:]
    for group in groups {
      // A single letter is rather the beginning of a word.
      for word in group where word.count > 1 || word.first?.isNumber == true {
        others[word] = group.filter { $0 != word }
      }
    }
    return others
  }()

  /// The same words with the last number written in its other ways: at most two. A number alone stays as it
  /// is.
  package static func variants(_ words: [String]) -> [[String]] {
    guard words.count > 1, let place = words.lastIndex(where: { others[$0] != nil }) else { return [] }
    let isLast = place == words.count - 1
    // Before others "i" is a word.
    return (others[words[place]] ?? []).filter { isLast || $0 != "i" }.map { other in
      var words = words
      words[place] = other
      return words
    }
  }

  /// The same number, written otherwise.
  static func others(of word: String) -> [String] { others[word] ?? [] }

  /// "3", "iii" and "three" are 3.
  static func value(_ word: String) -> Int? {
    Int(word) ?? others(of: word).lazy.compactMap { Int($0) }.first
  }
}
