import JSONRPC

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
