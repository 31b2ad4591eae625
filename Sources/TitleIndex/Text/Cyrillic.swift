/// Words in Cyrillic letters, in Latin ones: "Леон" is "leon". By the sound in English, as names are written in most
/// languages.
enum Cyrillic {
  private static let latin: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i", "к": "k",
    "л": "l",
    "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh",
    "ц": "ts",
    "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i",
    "є": "e",
    "ґ": "g",
  ]

  /// - Parameter word: in its search form.
  /// - Returns: nil if it has no such letter, or none with a sound.
  static func inLatin(_ word: String) -> String? {
    guard word.unicodeScalars.contains(where: { latin[$0] != nil }) else { return nil }
    let text = word.unicodeScalars.map { latin[$0] ?? String($0) }.joined()
    return text.isEmpty ? nil : text
  }
}
