/// Text for one line of a bar: cleaned and bounded, not yet escaped.
package enum BarText {
  /// In columns. Bars are narrower, and i3blocks 1.4 cuts after 1023 bytes, through a character if need be.
  package static let longest = 120
  /// Of a line that is not in a bar: for a person, or in a tooltip.
  package static let maxLineLength = 1000
  /// For a bar that has become too narrow.
  private static let shortest = 20
  /// Enough for every script. Of marks one upon the other a single column could hold any number.
  private static let bytesOfColumn = 8

  /// The beginning of a text, by whole characters, with … for what was cut off.
  package static func bounded(_ text: String, to columns: Int = longest) -> String {
    let cut = TerminalText.cut(TerminalText.cleaned(text), to: columns)
    let room = columns * bytesOfColumn
    guard cut.utf8.count > room else { return cut }
    var kept = ""
    for character in cut {
      guard kept.utf8.count + character.utf8.count + ellipsis.utf8.count <= room else { break }
      kept.append(character)
    }
    return kept + ellipsis
  }

  static func short(_ text: String) -> String { bounded(text, to: shortest) }

  private static let ellipsis = "…"
}
