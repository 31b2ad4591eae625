import MovieProtocol

/// Names of titles, compared as people type them.
enum TitleFold {
  /// Longer texts are not compared letter by letter.
  static let maxLetters = 100

  /// Lowercase words without punctuation, and without a leading article. A name of signs alone stays as it is.
  static func text(_ text: String) -> String {
    let kept = text.lowercased().filter { $0.isLetter || $0.isNumber || $0.isWhitespace || $0 == "-" }
    var words = kept.split { $0.isWhitespace || $0 == "-" }
    if words.count > 1, let first = words.first, ["the", "a", "an"].contains(first) { words.removeFirst() }
    return words.isEmpty ? text : words.joined(separator: " ")
  }
}
