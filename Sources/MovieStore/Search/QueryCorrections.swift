/// What may have been meant by a query that finds little: texts that differ from it by one letter, one blank
/// or one year. They are bounded, since each is searched for.
struct QueryCorrections {
  /// In the order in which they are tried, until one finds something.
  enum Kind: CaseIterable {
    /// The year before or after the one that was typed: "casablanca 1942". A film has other years in other
    /// countries.
    case year
    /// A word of titles for one that is none; for one that is alone, only of the best-known titles, or two
    /// words that are one of them.
    case word
    /// A name for a word that is neither one of titles nor of names. Nearly every word is near some name.
    case name
    /// The other words of titles, for one that is alone.
    case rarerWord
    /// "starwars", "robo cop" and "rocky2".
    case blank
    /// "robert deniro".
    case blankOfName
    /// A word of titles for another one: "forest gump".
    case otherWord
    /// A name for a word or another name: "woody allan".
    case otherName

    /// Titles of people are meant.
    var isName: Bool { self == .name || self == .blankOfName || self == .otherName }

    /// Only if nothing has all the words.
    var isForNothing: Bool {
      switch self {
      case .word, .name, .rarerWord: false
      case .year, .blank, .blankOfName, .otherWord, .otherName: true
      }
    }

    var changesRightWords: Bool { self == .otherWord || self == .otherName }
  }

  struct Text: Equatable {
    let text: String
    /// Its last word is a whole name: "david linch" does not mean David Fincher.
    var endsWithName = false
    /// It is meant only if a well-known title is called so.
    var isTitle = false
  }

  /// So many words in the place of one that is alone, and more where others tell which one was meant.
  private static let maxAlone = 3
  /// Of each kind.
  private static let maxTexts = 16
  /// Later words are not corrected.
  private static let maxWords = 16
  /// Of both parts of a word that is two words.
  private static let minPart = 2
  /// Of a word that is two short ones: these stand in too many titles by chance, unless one is called so.
  private static let minShortTitle = 5

  private let words: [String]
  private let typed: String
  private let table: MisspellingTable
  private let near: [MisspellingTable.Corrections]
  private var isAlone: Bool { words.count == 1 }

  /// - Parameter typed: what the words are of.
  init(_ words: [String], typed: String = "", _ table: MisspellingTable) {
    (self.words, self.typed, self.table) = (words, typed, table)
    near = words.prefix(Self.maxWords).map(table.corrections)
  }

  func texts(_ kind: Kind) -> [Text] {
    switch kind {
    case .year: withOtherYears
    case .word:
      replacing { $1.isWord ? [] : $1.words + (isAlone ? [] : $1.rarerWords) } + asTitleOfTwoWords
    case .name:
      // The first is that of most titles.
      replacing(maxAlone: 1, areNames: true) { $1.isWord || $1.isName ? [] : $1.names }
    case .rarerWord: isAlone ? replacing { $1.isWord ? [] : $1.rarerWords } : []
    case .blank, .blankOfName: withOtherBlanks
    case .otherWord: isAlone ? [] : replacing { $1.isWord ? $1.words + $1.rarerWords : [] }
    case .otherName: isAlone ? [] : withOtherNames
    }
  }

  private func replacing(
    maxAlone: Int = maxAlone, areNames: Bool = false,
    _ others: (_ place: Int, MisspellingTable.Corrections) -> [String]
  ) -> [Text] {
    let others = near.enumerated().map(others)
    let ofEach = isAlone ? maxAlone : Self.maxTexts / max(1, others.count { !$0.isEmpty })
    return others.enumerated().flatMap { place, others in
      others.prefix(ofEach).map {
        Text(
          text: text(words[..<place] + [$0] + words[(place + 1)...]),
          endsWithName: areNames && place == words.count - 1)
      }
    }
  }

  /// Those with which each word may be a name. Shorter names are not in the table, and the last word may be the
  /// beginning of one.
  private var withOtherNames: [Text] {
    let strangers = words.indices.dropLast().filter { place in
      words[place].unicodeScalars.count >= OneLetter.lengths.lowerBound
        && !near.dropFirst(place).prefix(1).contains(where: \.isName)
    }
    return replacing(areNames: true) { place, corrections in
      (corrections.isWord || corrections.isName) && strangers.allSatisfy { $0 == place }
        ? corrections.names : []
    }
  }

  /// "madmax" is no "madman".
  private var asTitleOfTwoWords: [Text] {
    guard isAlone, !near.contains(where: { $0.isWord || $0.isName }) else { return [] }
    return withOtherBlanks.prefix(Self.maxTexts - Self.maxAlone).map { Text(text: $0.text, isTitle: true) }
  }

  private var withOtherYears: [Text] {
    guard let typed = YearInWords(typed) else { return [] }
    return [typed.year - 1, typed.year + 1].map { Text(text: "\(typed.rest) \($0)") }
  }

  /// Only words that are known, short ones and numbers. Of ASCII: a letter of another script may be several
  /// scalars.
  private var withOtherBlanks: [Text] {
    var texts: [Text] = []
    for (place, word) in words.prefix(Self.maxWords).enumerated() where word.utf8.allSatisfy({ $0 < 0x80 }) {
      let (before, after) = (words[..<place], words[(place + 1)...])
      if let next = after.first, table.has(word + next) {
        texts.append(Text(text: text(before + [word + next] + after.dropFirst())))
      }
      guard OneLetter.lengths.contains(word.utf8.count) else { continue }
      for length in 1..<word.utf8.count {
        let parts = [String(word.prefix(length)), String(word.dropFirst(length))]
        if areWords(parts) {
          texts.append(Text(text: text(before + parts + after)))
        } else if isAlone, word.utf8.count >= Self.minShortTitle, parts.allSatisfy(isShort) {
          texts.append(Text(text: text(parts), isTitle: true))
        }
      }
    }
    return Array(texts.prefix(Self.maxTexts))
  }

  private func areWords(_ parts: [String]) -> Bool {
    // "rocky2"
    if parts[1].allSatisfy(\.isNumber), parts[0].last?.isNumber == false { return true }
    guard parts.allSatisfy({ $0.utf8.count >= Self.minPart }) else { return false }
    if isShort(parts[0]) { return table.has(parts[1]) }
    return table.has(parts[0]) && (isShort(parts[1]) || table.has(parts[1]))
  }

  private func isShort(_ word: String) -> Bool {
    word.utf8.count < OneLetter.lengths.lowerBound && !word.contains(where: \.isNumber)
  }

  private func text(_ words: some Sequence<String>) -> String { words.joined(separator: " ") }
}
