/// Translations in ASCII, for a terminal that shows no other letters.
enum PlainLetters {
  static func text(_ text: String, _ language: DisplayLanguage.Code) -> String {
    let letters = language == .german ? german.merging(common) { own, _ in own } : common
    return zip(text, text.dropFirst() + " ").map { letter, next in
      let plain = letters[letter] ?? String(letter)
      return letter.isUppercase && next.isUppercase ? plain.uppercased() : plain
    }.joined()
  }

  private static let german: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
  ]

  private static let common: [Character: String] = [
    "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ü": "u", "ñ": "n", "Á": "A", "É": "E", "Í": "I",
    "Ó": "O", "Ú": "U", "Ñ": "N", "¿": "", "¡": "", "…": "...",
  ]
}
