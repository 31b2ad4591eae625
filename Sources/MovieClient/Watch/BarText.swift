/// Text for one line of a bar: cleaned and limited, not yet escaped.
package enum BarText {
  /// In columns. Bars are narrower, and i3blocks 1.4 truncates after 1023 bytes, even within a character.
  package static let maxColumns = 120
  /// For a line outside a bar: on a terminal, or in a tooltip.
  package static let maxLineLength = 1000
  /// For a bar that has become too narrow.
  private static let maxShortColumns = 20
  /// Enough for every script. Combining marks could put any number of bytes into one column.
  private static let maxBytesPerColumn = 8

  /// The beginning of a text, by whole characters, with … for the part that was cut off.
  package static func bounded(_ text: String, to columns: Int = maxColumns) -> String {
    let cut = TerminalText.cut(TerminalText.cleaned(text), to: columns, ellipsis: ellipsis)
    let room = columns * maxBytesPerColumn
    guard cut.utf8.count > room else { return cut }
    var kept = ""
    for character in cut {
      guard kept.utf8.count + character.utf8.count + ellipsis.utf8.count <= room else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }

  static func short(_ text: String) -> String { bounded(text, to: maxShortColumns) }

  static let ellipsis = "…"
}

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

/// Text for places that read
/// [Pango markup](https://docs.gtk.org/Pango/pango_markup.html): waybar's text, alt and tooltip.
package enum PangoText {
  /// Shows exactly `text`, on one line and without control characters: with a bare `&` the bar would keep
  /// showing the previous title.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in TerminalText.cleaned(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

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
