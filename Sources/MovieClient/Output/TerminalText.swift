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

extension TerminalText {
  /// The columns of the text on a terminal: two for East Asian wide characters and emoji, none for combining
  /// marks. It does not use the locale, since reading one takes longer than everything else the client does.
  package static func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + width($1) }
  }

  /// The beginning of a text that fits into `columns`, with an ellipsis for the part that was cut off.
  package static func cut(_ text: String, to columns: Int, ellipsis: String) -> String {
    guard width(text) > columns else { return text }
    guard columns >= width(ellipsis) else { return String(ellipsis.prefix(max(0, columns))) }
    var kept = ""
    var used = width(ellipsis)
    for character in text {
      used += width(character)
      if used > columns { break }
      kept.append(character)
    }
    while kept.last == " " || kept.last == "," { kept.removeLast() }
    return kept + ellipsis
  }

  private static func width(_ character: Character) -> Int {
    // ASCII, the most common case.
    if character.utf8.count == 1 { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars {
      // An emoji is one picture however many scalars it consists of, and so is a syllable of Hangul.
      if isWide(scalar) || scalar.value == 0xFE0F { return 2 }
      if !isMark(scalar) { columns += 1 }
    }
    return columns
  }

  /// Marks placed over or under another character, and joiners, which take no column.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }

  /// W and F of [EastAsianWidth.txt](https://www.unicode.org/reports/tr11/), in slightly wider ranges where
  /// the code points in between are unassigned.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
      0x1AFF0...0x1B2FF,
      0x1F1E6...0x1F202, 0x1F210...0x1F320, 0x1F32D...0x1F64F, 0x1F680...0x1F6FF, 0x1F7E0...0x1F7F0,
      0x1F90C...0x1FAFF, 0x20000...0x3FFFD:
      true
    case 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0, 0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
      0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE,
      0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA, 0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C,
      0x274E,
      0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x1F004,
      0x1F0CF, 0x1F18E, 0x1F191...0x1F19A:
      true
    default: false
    }
  }
}

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
