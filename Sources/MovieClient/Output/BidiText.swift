/// Right-to-left words in a left-to-right line. Between
/// [isolates](https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates), which are invisible, they
/// do not change the order of the text next to them. For hosts that draw both directions; terminals differ
/// about them.
package enum BidiText {
  private static let open: Unicode.Scalar = "\u{2068}"
  private static let close: Unicode.Scalar = "\u{2069}"

  /// - Parameter text: cleaned: isolates in the text could close these.
  package static func isolated(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isRightToLeft) else { return text }
    var isolated = String.UnicodeScalarView()
    // Blanks, digits and signs belong to a run only if it continues after them.
    var held = String.UnicodeScalarView()
    var isOpen = false
    func end() {
      if isOpen { isolated.append(close) }
      isOpen = false
      isolated.append(contentsOf: held)
      held.removeAll()
    }
    for scalar in text.unicodeScalars {
      if isRightToLeft(scalar) {
        if !isOpen { isolated.append(open) }
        isOpen = true
        isolated.append(contentsOf: held)
        held.removeAll()
        isolated.append(scalar)
      } else if isOpen, !scalar.properties.isAlphabetic {
        held.append(scalar)
      } else {
        end()
        isolated.append(scalar)
      }
    }
    end()
    return String(isolated)
  }

  /// Hebrew, Arabic and the blocks around them, which [are
  /// reserved](https://www.unicode.org/reports/tr9/#Bidirectional_Character_Types) for that direction.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
