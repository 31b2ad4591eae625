import MovieProtocol
import TitleIndex

/// How far words are from names that they are a part of, or a misspelling of.
struct NameLikeness {
  /// Longer texts are not compared letter by letter.
  private static let maxBytes = 200

  private let question: TitleQuestion?
  private let wanted: String

  init(_ words: String) {
    question = TitleQuestion(words)
    wanted = SearchFold.plain(words)?.text ?? words
  }

  /// Nil: they resemble none of them.
  func distance(to spellings: [String]) -> Int? { spellings.compactMap(distance).min() }

  private func distance(to name: String) -> Int? {
    if question?.match(spellings: [name]) != nil { return max(0, name.utf8.count - wanted.utf8.count) }
    let maxDistance = max(2, wanted.utf8.count / 4)
    guard wanted.utf8.count <= Self.maxBytes, abs(name.utf8.count - wanted.utf8.count) <= maxDistance else {
      return nil
    }
    let distance = Spelling.distance(wanted, name)
    return distance <= maxDistance ? distance : nil
  }
}
