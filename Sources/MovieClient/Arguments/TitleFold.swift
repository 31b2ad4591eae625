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

  /// How far words are from a name that they are a part of, or a misspelling; nil: they do not resemble each
  /// other.
  static func distance(_ wanted: String, _ name: String) -> Int? {
    let more = name.count - wanted.count
    if more >= 0, (" " + name).contains(" " + wanted) { return more }
    let maxDistance = max(2, wanted.count / 4)
    guard abs(more) <= maxDistance else { return nil }
    let distance = Spelling.distance(wanted, name)
    return distance <= maxDistance ? distance : nil
  }
}
