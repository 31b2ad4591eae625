import JSONRPC

/// A question with a year in it: "alien 1979".
struct YearInWords: Equatable {
  let year: Int
  /// The question without it.
  let rest: String

  /// nil: it has none, or nothing else. The last such word counts.
  init?(_ question: String) {
    // Nearly all have none, and to cut them into words would take longer.
    guard question.utf8.contains(where: \.isDigit) else { return nil }
    let words = question.split(whereSeparator: \.isWhitespace)
    let place = words.lastIndex { word in
      let digits =
        word.utf8.count == 6 && word.hasPrefix("(") && word.hasSuffix(")")
        ? word.dropFirst().dropLast() : word
      return Self.year(digits) != nil
    }
    guard words.count > 1, let place, let year = Self.year(words[place].filter { $0 != "(" && $0 != ")" })
    else { return nil }
    self.year = year
    rest = (words[..<place] + words[(place + 1)...]).joined(separator: " ")
  }

  private static func year(_ word: some StringProtocol) -> Int? {
    guard word.utf8.count == 4, word.utf8.allSatisfy(\.isDigit), let year = Int(word),
      (1870...2100).contains(year)
    else { return nil }
    return year
  }
}
