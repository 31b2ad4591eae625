/// Text for tmux, which expands the output of `#(...)` once more as a
/// [format](https://man7.org/linux/man-pages/man1/tmux.1.html#FORMATS): `#S`, `#{pane_id}`, `#[fg=red]`. Only
/// `#` means anything there; `%` does not, unlike in the status line itself.
///
/// A character of more than 21 bytes (`UTF8_SIZE` of tmux.h) leaves something of the text before it on the screen, so what
/// joins such a one (a family of emoji) is left out.
package enum TmuxText {
  private static let longest = 21
  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// Shows `text`, on one line. Of several `#` in a row tmux 3.3 may show fewer; none of them acts.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in TerminalText.cleaned(text) {
      let isLong = character.utf8.count > longest
      for scalar in character.unicodeScalars where !(isLong && scalar == joiner) {
        escaped += scalar == "#" ? "##" : String(scalar)
      }
    }
    // At the end it would take the `#[default]` that follows in the status line for text.
    return escaped.hasSuffix("#") ? escaped + " " : escaped
  }
}
