import TitleIndex

/// How well a title of the library matches a query. Lower is better.
package enum TitleMatch: Int, Comparable, Sendable {
  case whole, beginning, allWords

  package static func < (one: TitleMatch, other: TitleMatch) -> Bool { one.rawValue < other.rawValue }
}

/// A query, to be matched against titles one by one.
package struct TitleQuestion: Sendable {
  private let folds: [SearchFold]

  /// Nil if there is nothing to search for.
  package init?(_ question: String) {
    folds = SearchFold.spellings(ofQuestion: question)
    if folds.isEmpty { return nil }
  }

  /// Nil: no match.
  package func match(title: String, original: String?) -> TitleMatch? {
    match(spellings: Self.spellings(title: title, original: original))
  }

  func match(spellings: [String]) -> TitleMatch? {
    spellings.compactMap(match).min()
  }

  static func spellings(title: String, original: String?) -> [String] {
    TitleSpellings.of(title: title, original: original)
  }

  private func match(_ spelling: String) -> TitleMatch? {
    if folds.contains(where: { $0.text == spelling }) { return .whole }
    // A query of symbols can only match a whole title.
    let words = folds.filter { !$0.words.isEmpty }
    if words.contains(where: { begins(spelling, $0) }) { return .beginning }
    return words.contains(where: { has($0, spelling) }) ? .allWords : nil
  }

  private func begins(_ spelling: String, _ fold: SearchFold) -> Bool {
    fold.isFinished ? spelling.hasPrefix(fold.text + " ") : spelling.hasPrefix(fold.text)
  }

  /// Each word may be anywhere; the last one may be a prefix.
  private func has(_ fold: SearchFold, _ spelling: String) -> Bool {
    let text = " " + spelling + " "
    return fold.words.enumerated().allSatisfy { place, word in
      let mayBePrefix = place == fold.words.count - 1 && !fold.isFinished
      return text.contains(mayBePrefix ? " " + word : " " + word + " ")
    }
  }
}
