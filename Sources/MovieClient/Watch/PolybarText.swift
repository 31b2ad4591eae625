/// Text for polybar, which interprets [formatting
/// tags](https://polybar.readthedocs.io/en/stable/user/formatting-tags.html) in it: `%{F#f00}` colours the
/// following text, `%{A1:...:}` makes it run a command.
package enum PolybarText {
  /// - Parameter color: nil: the module's colour. It need not be closed, polybar resets it with each module.
  static func colored(_ text: String, _ color: String?) -> String {
    let shown = escaped(text)
    guard let color, !shown.isEmpty else { return shown }
    return "%{F\(color)}" + shown
  }

  /// Shows `text`, on one line. polybar has no escape for `%{`, so a zero-width space separates the two.
  package static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in TerminalText.cleaned(text).unicodeScalars {
      if scalar == "{", escaped.last == "%" { escaped.append("\u{200B}") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
