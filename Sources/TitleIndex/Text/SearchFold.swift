import Foundation

/// Converts titles and queries to one spelling, so that case, accents and punctuation are ignored.
///
/// It applies canonical decomposition and lower case, removes diacritics of alphabets (`marksRemoved`),
/// replaces letters that have no decomposition by plain ones (ø by o, ß by ss) and full width forms by ASCII,
/// and drops apostrophes. The result is words of letters, digits and the marks that are part of a script
/// (Devanagari, Thai, Japanese voicing). Han, kana, Thai and its neighbours have no blanks between words, so
/// each of their letters is separated and a run of them is searched as a phrase: `フリーレン` is found in
/// `葬送のフリーレン`. Hangul is decomposed into its letters, so that an unfinished syllable is a prefix of the finished
/// one.
///
/// One title has several spellings, because users write punctuation as a blank, or not at all, or as a word.
/// A text without any letter or digit is its own spelling, symbol by symbol.
package struct SearchFold: Hashable, Sendable {
  /// In order; a run of a script without blanks is one word whose letters are separated by blanks. Empty if
  /// there are only symbols.
  package let words: [String]
  /// The words, separated by blanks; or the symbols.
  package let text: String
  /// Of a question: the last word is not the beginning of a longer one.
  package var isFinished = false

  /// How punctuation is treated.
  private struct Form {
    /// "Spider-Man" is "spiderman", not "spider man".
    var joins = false
    /// "E.T. the Extra-Terrestrial" is "et the extra terrestrial".
    var joinsInitials = false
    /// "Fast & Furious" has the word "and".
    var ampersandIsWord = false
    /// "L'Avventura" is "l avventura", not "lavventura".
    var apostropheIsBlank = false
  }

  /// At most six, without duplicates; none if the title has no visible characters.
  package static func spellings(ofTitle title: String) -> [SearchFold] {
    var all = folds(title, apostrophes: true)
    if let plain = all.first, let words = DigitLetters.spelled(plain.words) {
      all.insert(SearchFold(words: words), at: 1)
    }
    return all
  }

  /// The first of the spellings, by which titles are sorted.
  package static func plain(_ title: String) -> SearchFold? {
    var title = title
    if let text = title.withUTF8({ NameFolder().plainLatin($0) }) {
      return SearchFold(
        words: text.split(separator: NameFolder.blank).map { String(decoding: $0, as: UTF8.self) })
    }
    return plain(SearchPieces(title))
  }

  private static func plain(_ pieces: SearchPieces) -> SearchFold? {
    let plain = fold(pieces, Form())
    guard plain.words.isEmpty else { return plain }
    return pieces.symbols.isEmpty ? nil : SearchFold(symbols: pieces.symbols)
  }

  /// At most twelve, without duplicates; none if there is nothing to search for.
  package static func spellings(ofQuestion question: String) -> [SearchFold] {
    // An apostrophe is not a blank here: "it's" would search for anything with "it" and a word beginning with
    // s.
    var all = folds(question, apostrophes: false)
    let endsWithDot = question.last { !$0.isWhitespace } == "."
    for place in all.indices {
      let words = all[place].words
      // "e.t." does not mean "Eternal", which begins with its second spelling.
      if place > 0, endsWithDot { all[place].isFinished = true }
      // "Rambo II" and "Rambo 2" do not mean "Rambo III", which begins with it.
      if words.count > 1, words.last == "ii" { all[place].isFinished = true }
      for other in Numerals.variants(words) {
        var variant = SearchFold(words: other)
        variant.isFinished = other.last != words.last
        if !all.contains(where: { $0.text == variant.text }) { all.append(variant) }
      }
    }
    return all
  }

  private static func folds(_ text: String, apostrophes: Bool) -> [SearchFold] {
    let pieces = SearchPieces(text)
    guard let plain = plain(pieces) else { return [] }
    guard !plain.words.isEmpty else { return [plain] }
    var folds = [plain]
    func add(_ form: Form) {
      let other = fold(pieces, form)
      if !folds.contains(other) { folds.append(other) }
    }
    if pieces.hasPunctuation || pieces.hasAmpersand { add(Form(joins: true)) }
    if pieces.hasPunctuation { add(Form(joinsInitials: true)) }
    if pieces.hasAmpersand { add(Form(ampersandIsWord: true)) }
    if pieces.hasApostrophe && apostrophes { add(Form(apostropheIsBlank: true)) }
    return folds
  }

  private init(words: [String]) {
    self.words = words
    text = words.joined(separator: " ")
  }

  private init(symbols: String) {
    words = []
    text = symbols
  }

  private static func fold(_ pieces: SearchPieces, _ form: Form) -> SearchFold {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var wordIsUnspaced = false
    // Since the last punctuation.
    var letters = 0
    func endWord() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
      letters = 0
      wordIsUnspaced = false
    }
    for piece in pieces.pieces {
      switch piece {
      case .letter(let scalar):
        if wordIsUnspaced { endWord() }
        word.append(scalar)
        letters += 1
      case .unspaced(let scalar):
        if wordIsUnspaced { word.append(" ") } else { endWord() }
        word.append(scalar)
        wordIsUnspaced = true
      case .mark(let scalar):
        word.append(scalar)
      case .blank:
        endWord()
      case .punctuation:
        if !form.joins && !(form.joinsInitials && letters == 1) { endWord() }
        letters = 0
      case .apostrophe:
        if form.apostropheIsBlank { endWord() }
      case .ampersand:
        if form.ampersandIsWord {
          endWord()
          words.append("and")
        } else if !form.joins {
          endWord()
        }
      }
    }
    endWord()
    return SearchFold(words: words)
  }
}

extension String {
  /// Most titles are ASCII, which needs no decomposition.
  package var canonicallyDecomposed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping
  }
}
