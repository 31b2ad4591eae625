/// Text for tmux, which expands the output of `#(...)` once more as a
/// [format](https://man7.org/linux/man-pages/man1/tmux.1.html#FORMATS): `#S`, `#{pane_id}`, `#[fg=red]`. Only
/// `#` is special there; `%` is not, unlike in the status line itself.
///
/// A character of more than 21 bytes (`UTF8_SIZE` of tmux.h) leaves parts of the previous text on the screen,
/// so the joiners of such a character (a family emoji) are left out.
package enum TmuxText {
  private static let maxCharacterBytes = 21
  private static let joiner: Unicode.Scalar = "\u{200D}"

  /// Shows `text`, on one line. For several `#` in a row tmux 3.3 may show fewer; none of them is
  /// interpreted.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in TerminalText.cleaned(text) {
      let isLong = character.utf8.count > maxCharacterBytes
      for scalar in character.unicodeScalars where !(isLong && scalar == joiner) {
        escaped += scalar == "#" ? "##" : String(scalar)
      }
    }
    // At the end it would turn the `#[default]` that follows in the status line into text.
    return escaped.hasSuffix("#") ? escaped + " " : escaped
  }
}
