import Foundation

/// How titles and questions are brought to one spelling, so that case, accents and punctuation do not count.
///
/// Canonical decomposition, lower case, marks of the alphabets removed (`marksRemoved`), letters that have no
/// decomposition written plainly (ø as o, ß as ss), full width forms as ASCII, apostrophes left out. What is
/// left is words of letters, digits and the marks that are part of a script (Devanagari, Thai, Japanese
/// voicing). Han and kana have no blanks between words, so each of their characters is set apart and a run of
/// them is searched as a phrase: `フリーレン` is found in `葬送のフリーレン`. Hangul is decomposed into its
/// letters, so that a syllable that is still being typed is a beginning of the finished one.
///
/// One title has several spellings, since people write punctuation as a blank, or not at all, or as a word.
/// A text without any letter or digit is its own spelling, symbol by symbol.
struct SearchFold: Hashable {
  /// In order; a run of Han and kana is one word whose characters are separated by blanks. Empty when there
  /// are only symbols.
  let words: [String]
  /// The words, separated by blanks; or the symbols.
  let text: String

  /// How punctuation is read.
  private struct Form {
    /// "Spider-Man" is "spiderman", not "spider man".
    var joins = false
    /// "Fast & Furious" has the word "and".
    var ampersandIsWord = false
    /// "L'Avventura" is "l avventura", not "lavventura".
    var apostropheIsBlank = false
  }

  /// At most four, without repetitions; none when there is nothing to see in the title.
  static func spellings(ofTitle title: String) -> [SearchFold] {
    folds(title, apostrophes: true)
  }

  /// At most three, without repetitions; none when there is nothing to search for.
  static func spellings(ofQuestion question: String) -> [SearchFold] {
    // An apostrophe is no blank here: "it's" would ask for whatever has "it" and a word with s.
    folds(question, apostrophes: false)
  }

  private static func folds(_ text: String, apostrophes: Bool) -> [SearchFold] {
    let pieces = SearchPieces(text)
    let plain = fold(pieces, Form())
    guard !plain.words.isEmpty else {
      return pieces.symbols.isEmpty ? [] : [SearchFold(symbols: pieces.symbols)]
    }
    var folds = [plain]
    func add(_ form: Form) {
      let other = fold(pieces, form)
      if !folds.contains(other) { folds.append(other) }
    }
    if pieces.hasPunctuation || pieces.hasAmpersand { add(Form(joins: true)) }
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
    var wordIsIdeographic = false
    func endWord() {
      if !word.isEmpty { words.append(String(word)) }
      word = String.UnicodeScalarView()
      wordIsIdeographic = false
    }
    for piece in pieces.pieces {
      switch piece {
      case .letter(let scalar):
        if wordIsIdeographic { endWord() }
        word.append(scalar)
      case .ideograph(let scalar):
        if wordIsIdeographic { word.append(" ") } else { endWord() }
        word.append(scalar)
        wordIsIdeographic = true
      case .mark(let scalar):
        word.append(scalar)
      case .blank:
        endWord()
      case .punctuation:
        if !form.joins { endWord() }
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
  /// Most titles are ASCII, which has nothing to decompose.
  var canonicallyDecomposed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : decomposedStringWithCanonicalMapping
  }
}
