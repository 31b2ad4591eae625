import TitleIndex

/// The spellings under which a title of the library is found, in their search form, without duplicates: at most some
/// twenty; none if it has no visible characters.
enum TitleSpellings {
  /// - Parameter original: the original title; nil if it is the same or unknown.
  static func of(title: String, original: String?) -> [String] {
    var all: [String] = []
    func add(_ folds: [SearchFold], _ articles: Set<String>) {
      for fold in folds {
        if !all.contains(fold.text) { all.append(fold.text) }
        // "The Godfather" is also "godfather".
        guard fold.words.count > 1, articles.contains(fold.words[0]) else { continue }
        let rest = fold.words.dropFirst().joined(separator: " ")
        if !all.contains(rest) { all.append(rest) }
      }
    }
    add(SearchFold.spellings(ofTitle: title), ["the", "a", "an"])
    if let original, original != title { add(SearchFold.spellings(ofTitle: original), articles) }
    return all
  }

  private static let articles: Set = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las",
    "una", "il", "lo", "gli", "de", "het", "een", "den", "det", "en", "ett", "os", "as", "um", "uma",
  ]
}
