/// Text for tmux, which expands the output of `#(...)` once more as a
/// [format](https://man7.org/linux/man-pages/man1/tmux.1.html#FORMATS): `#S`, `#{pane_id}`, `#[fg=red]`. Only
/// `#` means anything there; `%` does not, unlike in the status line itself.
package enum TmuxText {
  /// Shows `text`, on one line. Of several `#` in a row tmux 3.3 may show fewer; none of them acts.
  package static func escaped(_ text: String) -> String {
    let escaped = TerminalText.cleaned(text).unicodeScalars.reduce(into: "") { escaped, scalar in
      escaped += scalar == "#" ? "##" : String(scalar)
    }
    // At the end it would take the `#[default]` that follows in the status line for text.
    return escaped.hasSuffix("#") ? escaped + " " : escaped
  }
}
