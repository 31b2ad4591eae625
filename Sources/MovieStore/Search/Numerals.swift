/// Numbers that people write in several ways: "Godfather 2" is "The Godfather Part II".
enum Numerals {
  private static let groups = [
    ["1", "one"], ["2", "ii", "two"], ["3", "iii", "three"], ["4", "iv", "four"], ["5", "v", "five"],
    ["6", "vi", "six"], ["7", "vii", "seven"], ["8", "viii", "eight"], ["9", "ix", "nine"],
    ["10", "x", "ten"], ["11", "eleven"], ["12", "twelve"], ["13", "thirteen"],
  ]

  /// A single letter is rather the beginning of a word.
  private static let others: [String: [String]] = {
    var others: [String: [String]] = [:]
    for group in groups {
      for word in group where word != "v" && word != "x" { others[word] = group.filter { $0 != word } }
    }
    return others
  }()

  /// The same words with the last number written in its other ways: at most two. A number alone stays as it
  /// is.
  static func variants(_ words: [String]) -> [[String]] {
    guard words.count > 1, let place = words.lastIndex(where: { others[$0] != nil }) else { return [] }
    return (others[words[place]] ?? []).map { other in
      var words = words
      words[place] = other
      return words
    }
  }
}
