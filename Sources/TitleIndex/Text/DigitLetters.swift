/// Digits that look like letters: "Se7en" is also "seven", and "M3GAN" is "megan".
package enum DigitLetters {
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "0"): UInt8(ascii: "o"), UInt8(ascii: "1"): UInt8(ascii: "i"),
    UInt8(ascii: "3"): UInt8(ascii: "e"), UInt8(ascii: "4"): UInt8(ascii: "a"),
    UInt8(ascii: "5"): UInt8(ascii: "s"), UInt8(ascii: "7"): UInt8(ascii: "v"),
  ]

  /// - Parameter words: in their search form.
  /// - Returns: the words with letters instead; nil if no such digit stands between two letters.
  package static func spelled(_ words: [String]) -> [String]? {
    guard words.contains(where: { $0.utf8.contains { letters[$0] != nil } }) else { return nil }
    let spelled = words.map(spelled)
    return spelled == words ? nil : spelled
  }

  /// Whether a digit stands between two letters.
  static func areIn(_ text: [UInt8]) -> Bool {
    text.indices.dropFirst().dropLast().contains {
      (0x30...0x39).contains(text[$0]) && isLetter(text[$0 - 1]) && isLetter(text[$0 + 1])
    }
  }

  private static func spelled(_ word: String) -> String {
    var bytes = Array(word.utf8)
    for place in bytes.indices.dropFirst().dropLast() {
      guard isLetter(bytes[place - 1]), isLetter(bytes[place + 1]), let letter = letters[bytes[place]] else {
        continue
      }
      bytes[place] = letter
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
