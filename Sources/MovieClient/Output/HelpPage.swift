/// A help text of ArgumentParser, which leaves lines such as those of the usage wider than the terminal.
package enum HelpPage {
  /// In the current language. Completions and JSON, which ArgumentParser prints in the same way, stay whole.
  package static func text(_ help: String, width: Int) -> String {
    let text = ParserText.help(help)
    guard ["OVERVIEW: ", "USAGE: "].contains(where: help.hasPrefix) else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      TerminalText.width(String(line)) > width ? broken(line, width) : String(line)
    }.joined(separator: "\n")
  }

  /// The further lines stand below the text of the first, if there is room.
  private static func broken(_ line: Substring, _ width: Int) -> String {
    let start = start(line)
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
