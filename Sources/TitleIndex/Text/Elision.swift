/// Words that have lost their vowel before another one.
package enum Elision {
  /// Whether it has a word that has lost its vowel before another: l'avventura, d'une, qu'il. Not O'Brien.
  package static func isIn(_ title: String) -> Bool {
    var word = ""
    for scalar in title.lowercased().unicodeScalars {
      if scalar == "'" || scalar == "’" {
        if words.contains(word) { return true }
        word = ""
      } else if scalar.isASCII ? (0x61...0x7a).contains(scalar.value) : scalar.properties.isAlphabetic {
        word.unicodeScalars.append(scalar)
      } else {
        word = ""
      }
    }
    return false
  }

  private static let words: Set = ["l", "d", "j", "n", "s", "c", "m", "t", "qu", "dell", "un"]
}
