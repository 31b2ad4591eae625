/// The spellings under which a title is found.
struct TitleSpellings {
  /// Of the title: at most eight, without duplicates. The first is the plain one, unless the title has no
  /// visible characters.
  private(set) var main: [String] = []
  /// Of the original title, and those that people hardly type: at most eight. A match of one of them ranks
  /// lower.
  private(set) var other: [String] = []

  /// - Parameter original: the original title; nil if it is the same.
  init(title: String, original: String?) {
    let elides = Self.elides(title)
    for (index, fold) in SearchFold.spellings(ofTitle: title).enumerated() {
      // "D'une" is "d une" rather than "dune".
      if index == 0 && elides { other.append(fold.text) } else { main.append(fold.text) }
      if index == 0 { addWithoutArticle(fold, ["the", "a", "an"], to: \.main) }
    }
    guard let original, original != title else { return }
    for (index, fold) in SearchFold.spellings(ofTitle: original).enumerated() {
      add(fold.text, to: \.other)
      if index == 0 { addWithoutArticle(fold, Self.articles, to: \.other) }
    }
  }

  var all: [String] { main + other.filter { !main.contains($0) } }

  private static let articles: Set = [
    "the", "a", "an", "le", "la", "les", "un", "une", "der", "die", "das", "ein", "eine", "el", "los", "las",
    "una", "il", "lo", "gli", "de", "het", "een", "den", "det", "en", "ett", "os", "as", "um", "uma",
  ]

  /// "The Godfather" is also "godfather".
  private mutating func addWithoutArticle(
    _ fold: SearchFold, _ articles: Set<String>, to list: WritableKeyPath<TitleSpellings, [String]>
  ) {
    guard fold.words.count > 1, articles.contains(fold.words[0]) else { return }
    add(fold.words.dropFirst().joined(separator: " "), to: list)
  }

  private mutating func add(_ text: String, to list: WritableKeyPath<TitleSpellings, [String]>) {
    if !main.contains(text), !other.contains(text) { self[keyPath: list].append(text) }
  }

  /// Whether it has a word that has lost its vowel before another: l'avventura, d'une, qu'il. Not O'Brien.
  private static func elides(_ title: String) -> Bool {
    var word = ""
    for scalar in title.lowercased().unicodeScalars {
      if scalar == "'" || scalar == "’" {
        if elided.contains(word) { return true }
        word = ""
      } else if scalar.properties.isAlphabetic {
        word.unicodeScalars.append(scalar)
      } else {
        word = ""
      }
    }
    return false
  }

  private static let elided: Set = ["l", "d", "j", "n", "s", "c", "m", "t", "qu", "all", "dell", "un"]
}
