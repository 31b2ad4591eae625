/// Text broken into lines for a terminal of 80 columns.
package enum Paragraph {
  package static let width = 79

  /// - Parameters:
  ///   - indent: spaces before each line.
  ///   - first: the text in place of the indent on the first line; if it is longer, the text begins below it.
  ///   - width: the maximum columns of a line.
  package static func text(
    _ text: String, indent: Int = 0, first: String? = nil, width: Int = Paragraph.width
  ) -> String {
    let blanks = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line =
      first.map { $0 + String(repeating: " ", count: max(0, indent - TerminalText.width($0))) } ?? blanks
    var columns = TerminalText.width(line)
    if let first, TerminalText.width(first) + 2 > indent, indent > 0 {
      lines.append(first)
      line = blanks
      columns = indent
    }
    var isEmpty = true
    let room = max(1, width - indent)
    for word in PastedText.units(text).flatMap({ pieces($0, room) }) {
      let wordColumns = TerminalText.width(String(word))
      if !isEmpty, columns + 1 + wordColumns > width {
        lines.append(line)
        line = blanks
        columns = indent
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      columns += (isEmpty ? 0 : 1) + wordColumns
      isEmpty = false
    }
    if !isEmpty || lines.isEmpty { lines.append(line) }
    return lines.reduce(into: "") { page, line in
      let blanks = line.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      page += line.dropLast(blanks) + "\n"
    }
  }

  /// Languages without blanks have whole paragraphs that are one word. What is to be pasted stays whole: a
  /// terminal can break it, and a copy of it is still correct.
  private static func pieces(_ word: Substring, _ room: Int) -> [Substring] {
    guard word.utf8.count > room, !PastedText.isPasted(word), TerminalText.width(String(word)) > room else {
      return [word]
    }
    var pieces: [Substring] = []
    var piece = word[..<word.startIndex]
    var columns = 0
    for place in word.indices {
      columns += TerminalText.width(String(word[place]))
      if columns > room {
        pieces.append(piece)
        piece = word[place..<place]
        columns = TerminalText.width(String(word[place]))
      }
      piece = word[piece.startIndex...place]
    }
    return pieces + [piece]
  }
}

/// Text that people copy from a page: paths, addresses and commands. It is never cut or broken into lines.
enum PastedText {
  /// A path or an address, and not a sentence with one.
  static func isAddress(_ text: some StringProtocol) -> Bool {
    text.hasPrefix("/") || text.hasPrefix("~/") || text.contains("://") && !text.contains(" ")
  }

  /// One of ``units(_:)`` that is more than a word.
  static func isPasted(_ unit: some StringProtocol) -> Bool {
    isAddress(unit) || unit.contains(" ") || unit.utf8.allSatisfy { $0 < 0x80 } && unit.contains("/")
  }

  /// The words of a text; a command in it is one of them, with its arguments: `movierpc daemon restart`.
  static func units(_ text: String) -> [Substring] {
    let words = text.split(separator: " ")
    var units: [Substring] = []
    var place = words.startIndex
    while place < words.endIndex {
      var end = place
      var isQuoted = words[place].isOpening
      if programs.contains(String(words[place])) || isQuoted {
        while end + 1 < words.endIndex, isQuoted || words[end].continues && words[end + 1].isArgument {
          end += 1
          isQuoted = isQuoted ? !words[end].isClosing : words[end].isOpening
        }
      }
      // Without an end it is no quotation.
      if isQuoted { end = place }
      units.append(text[words[place].startIndex..<words[end].endIndex])
      place = end + 1
    }
    return units
  }

  private static let programs: Set = ["movierpc", "chmod", "chown", "rm", "export", "make"]
}

extension Substring {
  /// The command goes on after it.
  fileprivate var continues: Bool { last.map { !",;:.?)".contains($0) } ?? false }

  fileprivate var isOpening: Bool { hasPrefix("'") && !dropFirst().contains("'") }

  fileprivate var isClosing: Bool { contains("'") }

  /// A path, an option, a key, a number or a place for one, and not a word of the sentence.
  fileprivate var isArgument: Bool {
    let word = drop { "(\"".contains($0) }
    let bare = word.prefix { !",;:?)".contains($0) }
    return word.contains { "/_=+~'".contains($0) || $0.isNumber } || word.hasPrefix("-")
      || bare.dropLast().contains(".") || !bare.isEmpty && bare.allSatisfy(\.isUppercase)
      || Self.commands.contains(String(bare.hasSuffix(".") ? bare.dropLast() : bare))
  }

  /// The words of commands, and of what else messages name.
  private static let commands = Set(
    CommandTable.root.subcommands.flatMap { [$0.name] + $0.verbs } + ["default", "install", "true"])
}
