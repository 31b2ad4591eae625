import Foundation

/// A text cut into the pieces that `SearchFold` distinguishes, one for each scalar that counts.
struct SearchPieces {
  enum Piece: Equatable {
    /// A letter or a digit, in its plain form.
    case letter(Unicode.Scalar)
    /// A letter of a script without blanks between words: searched as a word of its own.
    case unspaced(Unicode.Scalar)
    /// Belongs to the scalar before it.
    case mark(Unicode.Scalar)
    case blank, punctuation, apostrophe, ampersand
  }

  private(set) var pieces: [Piece] = []
  private(set) var hasPunctuation = false
  private(set) var hasApostrophe = false
  private(set) var hasAmpersand = false
  /// All characters except blanks, unchanged: the spelling of a text without a letter.
  private(set) var symbols = ""

  init(_ text: String) {
    pieces.reserveCapacity(text.utf8.count)
    if !addUndecomposed(text) { self = SearchPieces(decomposing: text) }
    if !pieces.contains(where: \.isWord) {
      for scalar in text.unicodeScalars where isVisible(scalar) { symbols.unicodeScalars.append(scalar) }
    }
  }

  /// The pieces only.
  init(decomposing text: String) {
    for scalar in text.canonicallyDecomposed.unicodeScalars { add(scalar) }
  }

  /// Most names that are not in Latin letters need no Foundation: each of their letters is decomposed by itself.
  ///
  /// - Returns: false: it has others, too.
  private mutating func addUndecomposed(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: add(scalar)
      case 0x4e00...0x9fff: pieces.append(.unspaced(scalar))
      case 0xac00...0xd7a3: addHangul(scalar.value - 0xac00)
      case 0x400..<0x480: for piece in Self.cyrillic[Int(scalar.value) - 0x400] { append(piece) }
      case 0x3041..<0x3097: for piece in Self.hiragana[Int(scalar.value) - 0x3041] { append(piece) }
      case 0x30a0..<0x3100: for piece in Self.katakana[Int(scalar.value) - 0x30a0] { append(piece) }
      default: return false
      }
    }
    return true
  }

  private static let cyrillic = decomposed(0x400..<0x480)
  private static let hiragana = decomposed(0x3041..<0x3097)
  private static let katakana = decomposed(0x30a0..<0x3100)

  private static func decomposed(_ scalars: Range<UInt32>) -> [[Piece]] {
    scalars.map { scalar in
      Unicode.Scalar(scalar).map { SearchPieces(decomposing: String($0)).pieces } ?? []
    }
  }

  /// By arithmetic: https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G56669
  private mutating func addHangul(_ syllable: UInt32) {
    let (vowels, finals): (UInt32, UInt32) = (21, 28)
    let letters = [
      0x1100 + syllable / (vowels * finals), 0x1161 + syllable / finals % vowels, 0x11a7 + syllable % finals,
    ]
    for letter in letters.prefix(syllable % finals == 0 ? 2 : 3) {
      if let letter = Unicode.Scalar(letter) { pieces.append(.letter(letter)) }
    }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x61...0x7a, 0x30...0x39: pieces.append(.letter(scalar))
    case 0x41...0x5a: pieces.append(.letter(Unicode.Scalar(UInt8(scalar.value) + 0x20)))
    case 0...0x20: pieces.append(.blank)
    case 0x26: append(.ampersand)
    // ' ` ´ and the curved ones, the primes, and the letters that represent them in Hawaiian and Ukrainian.
    case 0x27, 0x60, 0xb4, 0x2bb, 0x2bc, 0x2018, 0x2019, 0x201b, 0x2032, 0x2035: append(.apostrophe)
    case 0..<0x80: append(.punctuation)
    case 0xff01...0xff5e: add(Unicode.Scalar(scalar.value - 0xfee0) ?? " ")
    // Roman numerals in one character, ligatures such as "ﬁ", half width katakana and its voicing marks.
    case 0x2160...0x217f, 0xfb00...0xfb06, 0xff66...0xff9f:
      for scalar in String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars {
        addBeyondASCII(scalar)
      }
    default: addBeyondASCII(scalar)
    }
  }

  private mutating func addBeyondASCII(_ scalar: Unicode.Scalar) {
    if let plain = SearchPieces.plain[scalar] {
      for scalar in plain.unicodeScalars { add(scalar) }
      return
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber:
      add(Unicode.Scalar(UInt8(ascii: "0") + UInt8(scalar.properties.numericValue ?? 0)))
    case .uppercaseLetter, .titlecaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter,
      .letterNumber, .otherNumber:
      addLower(scalar)
    case .nonspacingMark, .spacingMark, .enclosingMark:
      if !SearchPieces.marksRemoved.contains(where: { $0.contains(scalar.value) }) {
        pieces.append(.mark(scalar))
      }
    case .format:
      // Joiners, direction marks, soft hyphens: invisible, so ignored.
      break
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
      pieces.append(.blank)
    default:
      append(.punctuation)
    }
  }

  private mutating func addLower(_ scalar: Unicode.Scalar) {
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      if let plain = SearchPieces.plain[lower] {
        for scalar in plain.unicodeScalars { add(scalar) }
      } else {
        pieces.append(lower.isUnspaced ? .unspaced(lower.hiragana) : .letter(lower))
      }
    }
  }

  private mutating func append(_ piece: Piece) {
    switch piece {
    case .punctuation: hasPunctuation = true
    case .apostrophe: hasApostrophe = true
    case .ampersand: hasAmpersand = true
    default: break
    }
    pieces.append(piece)
  }

  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
      .enclosingMark:
      false
    default: true
    }
  }

  /// Characters that decomposition leaves unchanged but users type differently. A hyphen separates: "Alien³"
  /// is "alien 3" and "alien3", as "Alien-3" would be.
  private static let plain: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i",
    "ħ": "h", "ŧ": "t", "ς": "σ", "×": " x ",
    "⁰": "-0", "¹": "-1", "²": "-2", "³": "-3", "⁴": "-4", "⁵": "-5", "⁶": "-6", "⁷": "-7", "⁸": "-8",
    "⁹": "-9", "½": "-1-2", "⅓": "-1-3", "⅔": "-2-3", "¼": "-1-4", "¾": "-3-4",
  ]

  /// Accents and vowel points of Latin, Greek, Cyrillic, Hebrew and Arabic, and variation selectors. Marks of
  /// other scripts are part of the word: without them many different Hindi words would be the same.
  private static let marksRemoved: [ClosedRange<UInt32>] = [
    0x300...0x36f, 0x483...0x489, 0x591...0x5c7, 0x610...0x61a, 0x64b...0x65f, 0x670...0x670,
    0x6d6...0x6ed, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe00...0xfe0f, 0xfe20...0xfe2f,
    0xe0100...0xe01ef,
  ]
}

extension SearchPieces.Piece {
  fileprivate var isWord: Bool {
    switch self {
    case .letter, .unspaced, .mark: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Han and kana, and the alphabets of Thai, Lao, Burmese, Khmer and their neighbours, which Unicode lists as
  /// SA in https://www.unicode.org/reports/tr14/. Not Hangul, which is written with blanks.
  fileprivate var isUnspaced: Bool {
    switch value {
    case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x1950...0x19df, 0x1a20...0x1aaf, 0x3005...0x3007,
      0x3041...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf, 0x4e00...0x9fff, 0xa9e0...0xa9ff, 0xaa60...0xaadf,
      0xf900...0xfaff, 0x20000...0x3ffff:
      true
    default: false
    }
  }

  /// For katakana the hiragana of the same sound, which is what an input method shows while a word is typed.
  fileprivate var hiragana: Unicode.Scalar {
    switch value {
    case 0x30a1...0x30f6, 0x30fd...0x30fe: Unicode.Scalar(value - 0x60) ?? self
    default: self
    }
  }
}
