import TitleIndex

/// The spellings under which a title is found.
struct TitleSpellings {
  /// Of the title: at most six, without duplicates; none if it has no visible characters.
  private(set) var main: [String] = []
  /// "The Godfather" is also "godfather".
  private(set) var mainWithoutArticle: String?
  /// Of the original title, and those that people hardly type: at most seven. A match of one of them ranks
  /// lower.
  private(set) var other: [String] = []
  private(set) var otherWithoutArticle: String?
  /// By which titles are sorted; nil if it has no visible characters.
  let plain: String?

  /// - Parameter original: the original title; nil if it is the same.
  init(title: String, original: String?) {
    var folds = SearchFold.spellings(ofTitle: title)
    plain = folds.first?.text
    // "D'une" is "d une", which is the last, rather than "dune".
    let elided = Elision.isIn(title) && folds.count > 1 ? folds.removeFirst() : nil
    main = folds.map(\.text)
    mainWithoutArticle = (elided == nil ? folds.first : folds.last).flatMap {
      withoutArticle($0, ["the", "a", "an"])
    }
    if let elided { other.append(elided.text) }
    guard let original, original != title else { return }
    folds = SearchFold.spellings(ofTitle: original)
    for fold in folds where isNew(fold.text) { other.append(fold.text) }
    otherWithoutArticle = folds.first.flatMap { withoutArticle($0, Self.articles) }
  }

  var all: [String] {
    main + [mainWithoutArticle].compactMap(\.self) + other + [otherWithoutArticle].compactMap(\.self)
  }

  private func withoutArticle(_ fold: SearchFold, _ articles: Set<String>) -> String? {
    guard fold.words.count > 1, articles.contains(fold.words[0]) else { return nil }
    let text = fold.words.dropFirst().joined(separator: " ")
    return isNew(text) ? text : nil
  }

  private func isNew(_ text: String) -> Bool {
    !main.contains(text) && !other.contains(text) && mainWithoutArticle != text
  }

  private static let articles: Set = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las",
    "una", "il", "lo", "gli", "de", "het", "een", "den", "det", "en", "ett", "os", "as", "um", "uma",
  ]
}
