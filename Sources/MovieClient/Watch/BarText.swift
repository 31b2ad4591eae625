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
