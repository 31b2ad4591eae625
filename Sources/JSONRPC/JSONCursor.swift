/// A position in a text that is being checked against [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259).
///
/// It does not hold the text (that would make it a non-escapable type); pass the same one to each call. No
/// recursion: the open containers are a stack of bits, so hostile nesting costs neither memory nor stack.
struct JSONCursor {
  var at = 0
  private var depth = 0
  /// One bit for each open array (0) or object (1), the innermost lowest.
  private var kinds: UInt64 = 0
  private let maxDepth: Int

  init(maxDepth: Int, at: Int = 0) {
    self.maxDepth = min(maxDepth, JSONSyntax.deepest)
    self.at = at
  }

  /// The current byte; 0 at the end, which is as invalid as a NUL wherever a byte is read.
  @inline(__always)
  func byte(_ text: Span<UInt8>) -> UInt8 { at < text.count ? text[at] : 0 }

  @inline(__always)
  mutating func skipBlanks(_ text: Span<UInt8>) {
    while at < text.count, text[at].isBlank { at += 1 }
  }

  func expectEnd(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    var rest = self
    rest.skipBlanks(text)
    guard rest.at == text.count else { throw JSONSyntaxError(offset: rest.at, problem: .rest) }
  }

  func unexpected(_ text: Span<UInt8>) -> JSONSyntaxError {
    JSONSyntaxError(offset: at, problem: at < text.count ? .byte : .end)
  }
}

// Arrays and objects.
extension JSONCursor {
  @inline(__always)
  mutating func open(isObject: Bool) throws(JSONSyntaxError) {
    guard depth < maxDepth else { throw JSONSyntaxError(offset: at, problem: .depth) }
    depth += 1
    kinds = kinds << 1 | (isObject ? 1 : 0)
    at += 1
  }

  @inline(__always)
  mutating func close() {
    depth -= 1
    kinds >>= 1
    at += 1
  }

  /// After an opening bracket or an item: true at the next item, which is a name in an object; false after the
  /// closing bracket. For the first item, `isFirst` has to be true.
  @inline(__always)
  mutating func nextItem(_ text: Span<UInt8>, _ isFirst: inout Bool) throws(JSONSyntaxError) -> Bool {
    skipBlanks(text)
    if byte(text) == (kinds & 1 == 1 ? .closeBrace : .closeBracket) {
      close()
      return false
    }
    if isFirst {
      isFirst = false
      return true
    }
    guard byte(text) == .comma else { throw unexpected(text) }
    at += 1
    skipBlanks(text)
    return true
  }

  /// From the quote of a member's name to its value; the name is within the quotes.
  @inline(__always)
  mutating func skipName(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONStringRange {
    guard byte(text) == .quote else { throw unexpected(text) }
    let name = try skipString(text)
    skipBlanks(text)
    guard byte(text) == .colon else { throw unexpected(text) }
    at += 1
    skipBlanks(text)
    return name
  }

  /// From the first byte of a value to the position after its last.
  mutating func skipValue(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    let outside = depth
    while true {
      switch byte(text) {
      case .quote: _ = try skipString(text)
      case .openBrace:
        try open(isObject: true)
        skipBlanks(text)
        if byte(text) != .closeBrace {
          _ = try skipName(text)
          continue
        }
        close()
      case .openBracket:
        try open(isObject: false)
        skipBlanks(text)
        if byte(text) != .closeBracket { continue }
        close()
      case .minus, .zero ... .nine: try skipNumber(text)
      default: try skipLiteral(text)
      }
      if try !skipToNextValue(text, outside: outside) { return }
    }
  }

  /// After a value: true at the next one, false when everything opened since `outside` is closed.
  @inline(__always)
  private mutating func skipToNextValue(
    _ text: Span<UInt8>, outside: Int
  ) throws(JSONSyntaxError) -> Bool {
    while depth > outside {
      skipBlanks(text)
      let isObject = kinds & 1 == 1
      switch byte(text) {
      case .comma:
        at += 1
        skipBlanks(text)
        if isObject { _ = try skipName(text) }
        return true
      case .closeBrace where isObject, .closeBracket where !isObject: close()
      default: throw unexpected(text)
      }
    }
    return false
  }
}

// Scalars.
extension JSONCursor {
  /// From the opening quote to the position after the closing one.
  @inline(__always)
  mutating func skipString(_ text: Span<UInt8>) throws(JSONSyntaxError) -> JSONStringRange {
    let start = at + 1
    var end = start
    while end < text.count {
      let byte = text[end]
      if byte == .quote {
        at = end + 1
        return JSONStringRange(range: start..<end, hasEscapes: false)
      }
      if byte == .backslash || byte < .space { break }
      end += 1
    }
    at = end
    return try skipStringWithEscapes(text, start: start)
  }

  @inline(never)
  private mutating func skipStringWithEscapes(
    _ text: Span<UInt8>, start: Int
  ) throws(JSONSyntaxError) -> JSONStringRange {
    while at < text.count {
      switch text[at] {
      case .quote:
        at += 1
        return JSONStringRange(range: start..<at - 1, hasEscapes: true)
      case .backslash: try JSONEscape.skip(text, &at)
      case 0..<0x20: throw JSONSyntaxError(offset: at, problem: .control)
      default: at += 1
      }
    }
    throw unexpected(text)
  }

  mutating func skipNumber(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    if byte(text) == .minus { at += 1 }
    if byte(text) == .zero { at += 1 } else { try skipDigits(text) }
    if byte(text) == .point {
      at += 1
      try skipDigits(text)
    }
    if byte(text) | 0x20 == UInt8(ascii: "e") {
      at += 1
      if byte(text) == .plus || byte(text) == .minus { at += 1 }
      try skipDigits(text)
    }
  }

  @inline(__always)
  private mutating func skipDigits(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    guard byte(text).isDigit else {
      throw JSONSyntaxError(offset: at, problem: at < text.count ? .number : .end)
    }
    repeat { at += 1 } while byte(text).isDigit
  }

  mutating func skipLiteral(_ text: Span<UInt8>) throws(JSONSyntaxError) {
    switch byte(text) {
    case UInt8(ascii: "t"): try skip("true", text)
    case UInt8(ascii: "f"): try skip("false", text)
    case UInt8(ascii: "n"): try skip("null", text)
    default: throw unexpected(text)
    }
  }

  private mutating func skip(_ word: StaticString, _ text: Span<UInt8>) throws(JSONSyntaxError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard byte(text) == word.withUTF8Buffer({ $0[index] }) else { throw unexpected(text) }
      at += 1
    }
  }
}
