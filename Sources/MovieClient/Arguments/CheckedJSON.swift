import JSONRPC

/// JSON typed by a user, prepared for the wire.
package enum CheckedJSON {
  /// One strict JSON text without line breaks, from text that may have angle brackets and lines.
  ///
  /// - Parameter what: what the text is, for the message: `PARAMS`, `set:=`, `standard input`.
  package static func line(
    _ text: [UInt8], what: String, hint: LocalizedText? = nil
  ) throws(CommandError) -> [UInt8] {
    let end = (text.lastIndex { !$0.isBlank } ?? -1) + 1
    let text = Array(text[..<end].drop(while: \.isBlank))
    do throws(TextError) {
      let braces = try AngleBrackets.braces(text)
      if let error = JSONSyntax.validate(braces.span) { throw TextError(error.offset, error.reason) }
      // Outside strings a line break is only white space; inside them it was rejected above.
      return braces.filter { $0 != .newline && $0 != .carriageReturn }
    } catch {
      throw .usage(
        "\(what) is not JSON: \(error.reason)\n\(error.shown(in: text))", hint: hint)
    }
  }
}

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

/// The position of an error in a text, and the reason.
package struct TextError: Error, Equatable, Sendable {
  /// In bytes from the start of the text.
  package var offset: Int
  package var reason: String

  package init(_ offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }

  /// The text around the error, with a caret below it.
  ///
  ///     {"q":dune}
  ///          ^
  package func shown(in text: [UInt8]) -> String {
    let offset = min(max(offset, 0), text.count)
    let lineStart = (text[..<offset].lastIndex(of: .newline) ?? -1) + 1
    let lineEnd = text[offset...].firstIndex(of: .newline) ?? text.count
    let before = Self.visible(text[lineStart..<offset].suffix(Self.shownBytes)).suffix(40)
    let after = Self.visible(text[offset..<lineEnd].prefix(Self.shownBytes)).prefix(36)
    return "  \(before)\(after)\n  " + String(repeating: " ", count: TerminalText.width(String(before))) + "^"
  }

  /// Space for more characters than are shown, in any language; a megabyte is not decoded to show one line of
  /// it.
  private static let shownBytes = 400

  private static func visible(_ bytes: ArraySlice<UInt8>) -> String {
    TerminalText.cleaned(String(decoding: bytes, as: UTF8.self))
  }
}
