/// Text for a value of i3blocks' JSON. It is for i3bar without markup, so `<` and `&` are as good as letters.
package enum I3blocksText {
  /// Shows `text`, on one line. i3blocks 1.4 knows no escapes of JSON: a text ends at its first `\"`, and `\\`
  /// stays two. So both characters are replaced by others that look like them.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in TerminalText.cleaned(text).unicodeScalars {
      switch scalar {
      case "\"": escaped.append(escaped.last.map(opens) ?? true ? "\u{201C}" : "\u{201D}")
      case "\\": escaped.append("\u{2216}")
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// A quotation begins after one of these.
  private static func opens(_ before: Unicode.Scalar) -> Bool {
    before == " " || before == "(" || before == "["
  }
}
