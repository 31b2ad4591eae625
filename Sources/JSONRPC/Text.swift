extension StringProtocol {
  /// Without white space at both ends.
  package var trimmed: String {
    let text = String(self)
    // Most texts begin and end with an ASCII letter or digit.
    if let first = text.utf8.first, let last = text.utf8.last, first > 0x20, first < 0x7f, last > 0x20,
      last < 0x7f
    {
      return text
    }
    var rest = text.unicodeScalars[...]
    while rest.first?.properties.isWhitespace == true { rest.removeFirst() }
    while rest.last?.properties.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Nothing of it can be seen: blanks, control characters, and what is invisible, such as U+200B and U+202E.
  package var isBlank: Bool { unicodeScalars.allSatisfy(\.isInvisible) }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    if value > 0x20, value < 0x7f { return false }
    let properties = properties
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
      || properties.generalCategory == .control
      // A Braille pattern without a dot, and the marks around annotations.
      || value == 0x2800 || (0xFFF9...0xFFFB).contains(value)
  }
}

extension BinaryInteger {
  /// `7` as `07`, with a width of 2.
  package func padded(to width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
