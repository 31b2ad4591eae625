/// Text for a value of i3blocks' JSON. i3bar shows it without markup, so `<` and `&` are ordinary characters.
package enum I3blocksText {
  /// Shows `text`, on one line. i3blocks 1.4 does not support JSON escapes: a text ends at its first `\"`,
  /// and `\\` stays two characters. So both characters are replaced by others that look like them.
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
