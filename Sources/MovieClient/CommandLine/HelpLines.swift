/// The lines of a help text, within the columns of a terminal.
enum HelpLines {
  static func fitted(_ text: String, _ width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      TerminalText.width(String(line)) > width ? example(line, width) ?? broken(line, width) : String(line)
    }.joined(separator: "\n")
  }

  /// A command to be pasted stays whole, however long it is; what it is for stands below it.
  private static func example(_ line: Substring, _ width: Int) -> String? {
    let indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    guard indent > 0, rest.hasPrefix("movierpc ") || rest.contains("| movierpc ") else { return nil }
    guard let gap = rest.firstRange(of: "  ") else { return String(line) }
    let purpose = Paragraph.text(String(rest[gap.upperBound...]), indent: indent + 2, width: width)
    return line[..<gap.lowerBound] + "\n" + purpose.dropLast()
  }

  /// The further lines stand below the text of the first, if there is room.
  private static func broken(_ line: Substring, _ width: Int) -> String {
    var start = start(line)
    // What stands before the text does not fit either.
    if start >= width { start = line.prefix { $0 == " " }.count }
    let units = units(line.dropFirst(start), room: width - start)
    let longest = units.map { TerminalText.width(String($0)) }.max() ?? 0
    let blanks = String(repeating: " ", count: start + longest <= width ? start : 4)
    var lines: [String] = []
    var last = String(line.prefix(start))
    for unit in units {
      let longer = last + (last.last.map { $0 != " " } ?? false ? " " : "") + unit
      if TerminalText.width(longer) > width, last.contains(where: { $0 != " " }) {
        lines.append(last)
        last = blanks + unit
      } else {
        last = longer
      }
    }
    return (lines + [last]).map { $0.dropLast($0.reversed().prefix { $0 == " " }.count) }
      .joined(separator: "\n")
  }

  /// Characters before the text: blanks, and an option or a heading such as `USAGE:`.
  private static func start(_ line: Substring) -> Int {
    let indent = line.prefix { $0 == " " }.count
    let rest = line.dropFirst(indent)
    if let gap = rest.firstRange(of: "  ") {
      let after = rest[gap.lowerBound...].prefix { $0 == " " }
      return line.distance(from: line.startIndex, to: after.endIndex)
    }
    let word = rest.prefix { $0 != " " }
    return indent + (word.hasSuffix(":") ? word.count + 1 : 0)
  }

  /// The words; what is in brackets is one, if there is room.
  private static func units(_ line: Substring, room: Int) -> [Substring] {
    var units: [Substring] = []
    var depth = 0
    for word in line.split(separator: " ") {
      if depth > 0, let last = units.popLast() {
        units.append(line[last.startIndex..<word.endIndex])
      } else {
        units.append(word)
      }
      depth += word.reduce(0) { $0 + ($1 == "[" ? 1 : $1 == "]" ? -1 : 0) }
    }
    return units.flatMap { TerminalText.width(String($0)) > room ? $0.split(separator: " ") : [$0] }
  }
}
