/// The common beginning of titles of one story: "Dune: Part Two" and "Dune", "Blade Runner 2049" and "Blade
/// Runner". For many titles the collection is unknown, but this is available.
enum TitleStem {
  /// Nil if nothing distinctive is left.
  static func of(_ title: String) -> String? {
    let beginning = title.unicodeScalars.split(whereSeparator: isEnd).first.map { String($0) } ?? title
    var words = SearchFold.plain(beginning)?.words ?? []
    if words.count > 1, ["the", "a", "an"].contains(words[0]) { words.removeFirst() }
    while words.count > 1, let last = words.last, isNumber(last) || counters.contains(last) {
      words.removeLast()
    }
    let stem = words.joined(separator: " ")
    return stem.unicodeScalars.count > 2 ? stem : nil
  }

  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ":", "–", "—", "(": true
    default: false
    }
  }

  private static let counters: Set = ["part", "vol", "volume", "chapter", "episode"]
  private static let numerals: Set = [
    "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "one", "two", "three", "four",
  ]

  private static func isNumber(_ word: String) -> Bool {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) } || numerals.contains(word)
  }
}
