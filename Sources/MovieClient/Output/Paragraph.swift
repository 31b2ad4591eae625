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
