import JSONRPC

/// JSON written with `<` and `>` in place of braces, for hosts whose configuration syntax consumes braces.
///
///     <"q":"dune","more":<"a":[1]>>   means   {"q":"dune","more":{"a":[1]}}
///
/// Only JSON whose first character is `<` is read this way; within it braces are also accepted, and strings
/// are left alone. Never on the wire.
package enum AngleBrackets {
  /// The text with braces, at the same length: offsets of later faults apply to the typed text.
  ///
  /// Each bracket must be closed by its own kind; otherwise `<"a":{}>` and a typing error could not be told
  /// apart.
  package static func braces(_ text: [UInt8]) throws(TextError) -> [UInt8] {
    guard text.first == less else { return text }
    var result = text
    var open: [(byte: UInt8, offset: Int)] = []
    var stringStart: Int?
    var isEscaped = false
    for (offset, byte) in text.enumerated() {
      if stringStart != nil {
        if isEscaped {
          isEscaped = false
        } else if byte == .backslash {
          isEscaped = true
        } else if byte == .quote {
          stringStart = nil
        }
        continue
      }
      switch byte {
      case .quote: stringStart = offset
      case less:
        open.append((byte, offset))
        result[offset] = UInt8(ascii: "{")
      case greater:
        try close(&open, with: byte, at: offset)
        result[offset] = UInt8(ascii: "}")
      case _ where byte.opensBracket: open.append((byte, offset))
      case _ where byte.closesBracket: try close(&open, with: byte, at: offset)
      default: break
      }
    }
    if let stringStart { throw TextError(stringStart, "the string that begins here has no closing quote") }
    if let last = open.last { throw TextError(last.offset, "this \(shown(last.byte)) is not closed") }
    return result
  }

  private static let less = UInt8(ascii: "<")
  private static let greater = UInt8(ascii: ">")

  private static func close(
    _ open: inout [(byte: UInt8, offset: Int)], with byte: UInt8, at offset: Int
  ) throws(TextError) {
    guard let last = open.popLast() else { throw TextError(offset, "this \(shown(byte)) closes nothing") }
    let expected = closing(last.byte)
    guard byte == expected else {
      let opening = "the \(shown(last.byte)) at character \(last.offset + 1)"
      throw TextError(offset, "\(opening) is closed by \(shown(expected)), not \(shown(byte))")
    }
  }

  private static func closing(_ byte: UInt8) -> UInt8 {
    switch byte {
    case less: greater
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    default: UInt8(ascii: "]")
    }
  }

  private static func shown(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }
}
