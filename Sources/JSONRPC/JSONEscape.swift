/// The bytes between the quotes of a string.
struct JSONStringRange {
  var range: Range<Int>
  var hasEscapes: Bool
}

/// Escapes of [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7), in one place for
/// checking, comparing and decoding.
enum JSONEscape {
  /// Advances past the escape whose backslash is at `at`.
  static func skip(_ text: Span<UInt8>, _ at: inout Int) throws(JSONSyntaxError) {
    _ = try scalar(text, &at)
  }

  /// The character that the escape at `at` (its backslash) stands for; a surrogate pair is one.
  static func scalar(_ text: Span<UInt8>, _ at: inout Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = at
    at += 1
    guard at < text.count else { throw JSONSyntaxError(offset: at, problem: .end) }
    let letter = text[at]
    at += 1
    switch letter {
    case .quote, .backslash, UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw JSONSyntaxError(offset: start, problem: .escape)
    }
    let unit = try fourDigits(text, &at)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, at + 1 < text.count, text[at] == .backslash, text[at + 1] == UInt8(ascii: "u") else {
      throw JSONSyntaxError(offset: start, problem: .surrogate)
    }
    at += 2
    let low = try fourDigits(text, &at)
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw JSONSyntaxError(offset: start, problem: .surrogate) }
    return scalar
  }

  private static func fourDigits(_ text: Span<UInt8>, _ at: inout Int) throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard at < text.count else { throw JSONSyntaxError(offset: at, problem: .end) }
      guard let digit = text[at].hexadecimalValue else { throw JSONSyntaxError(offset: at, problem: .escape) }
      unit = unit << 4 | digit
      at += 1
    }
    return unit
  }
}

extension JSONStringRange {
  /// Whether the string is `word` (ASCII) once its escapes are replaced. Allocates nothing.
  @inline(__always)
  func equals(_ word: StaticString, in text: Span<UInt8>) -> Bool {
    if hasEscapes { return equalsUnescaped(word, in: text) }
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { word in
      var matched = 0
      while matched < word.count, text[range.lowerBound + matched] == word[matched] { matched += 1 }
      return matched == word.count
    }
  }

  @inline(never)
  private func equalsUnescaped(_ word: StaticString, in text: Span<UInt8>) -> Bool {
    word.withUTF8Buffer { word in
      var at = range.lowerBound
      var matched = 0
      while at < range.upperBound {
        var value = UInt32(text[at])
        if value == UInt32(UInt8.backslash) {
          guard let scalar = try? JSONEscape.scalar(text, &at) else { return false }
          value = scalar.value
        } else {
          at += 1
        }
        guard matched < word.count, value == UInt32(word[matched]) else { return false }
        matched += 1
      }
      return matched == word.count
    }
  }

  /// The string with its escapes replaced.
  func string(in text: Span<UInt8>) -> String {
    guard hasEscapes else {
      return text.extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      if text[at] == .backslash {
        guard let scalar = try? JSONEscape.scalar(text, &at) else { break }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
      } else {
        bytes.append(text[at])
        at += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
