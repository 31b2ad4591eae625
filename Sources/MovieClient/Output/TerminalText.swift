/// Text from other sources (titles, names, messages), made safe to show.
package enum TerminalText {
  /// Without characters that control a terminal or change the direction of the text next to them.
  package static func cleaned(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHostile) else { return text }
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isHostile(scalar) {
        kept.append(scalar)
      } else if isBreak(scalar) {
        // Two words stay two words.
        kept.append(" ")
      }
    }
    return String(kept)
  }

  /// C0 and C1 controls, DEL, line and paragraph separators, and the directional formatting characters of
  /// [UAX #9](https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), which can make a title
  /// look like another.
  package static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Interlinear annotation, the byte order mark and tags: invisible, and terminals differ about them.
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
