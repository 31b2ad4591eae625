// How single values are written: shared by `JSONWriter` and `JSONValue.text`.
extension Array<UInt8> {
  /// The string in quotes, with the escapes of
  /// [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7) and no others.
  mutating func append(quoting text: String) {
    append(.quote)
    var text = text
    text.makeContiguousUTF8()
    let bytes = text.utf8Span.span
    var start = 0
    while let at = bytes.firstToEscape(from: start) {
      append(copying: bytes.extracting(start..<at))
      append(escaping: bytes[at])
      start = at + 1
    }
    append(copying: bytes.extracting(start..<bytes.count))
    append(.quote)
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case .quote: append(#"\""#)
    case .backslash: append(#"\\"#)
    case .newline: append(#"\n"#)
    case .carriageReturn: append(#"\r"#)
    case .tab: append(#"\t"#)
    case 0x08: append(#"\b"#)
    case 0x0C: append(#"\f"#)
    default:
      append(#"\u00"#)
      append(hexadecimal: byte >> 4)
      append(hexadecimal: byte & 0xF)
    }
  }

  private mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? .zero + digit : UInt8(ascii: "a") + digit - 10)
  }

  mutating func append(decimal value: Int) {
    var text = InlineArray<20, UInt8>(repeating: .minus)
    var (start, rest) = (text.count, value.magnitude)
    repeat {
      start -= 1
      text[start] = .zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    append(copying: text.span.extracting((value < 0 ? start - 1 : start)...))
  }
}
