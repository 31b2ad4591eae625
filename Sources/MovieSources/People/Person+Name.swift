package import MovieProtocol
import TitleIndex

extension Person {
  /// The words are the person's whole name, in any spelling of letters.
  package func isCalled(_ words: String) -> Bool {
    guard let typed = SearchFold.plain(words) else { return false }
    return [name, originalName].contains { $0.flatMap(SearchFold.plain) == typed }
  }

  /// The name has all of the words; the last may be the beginning of one.
  package func resembles(_ words: String) -> Bool { NameWords(words)?.match(name) != nil }
}
