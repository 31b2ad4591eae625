/// The help of a command, for a terminal.
struct CommandHelp {
  private let width: Int

  /// - Parameter width: of the terminal; narrower ones break the lines themselves.
  init(width: Int = Screen.current().width) { self.width = max(width, Self.minWidth) }

  func text(_ command: Command, _ path: [String]) -> String {
    let isRoot = path.isEmpty
    let discussion = command.discussion()
    let options = (isRoot ? [Option.version] : []) + command.options.filter { !$0.isHidden }
    var parts = [
      localized("OVERVIEW: ") + command.summary.text + "\n"
        + (discussion.isEmpty ? "" : "\n" + discussion + (discussion.hasSuffix("\n") ? "" : "\n")),
      usage(command, path),
      section(
        localized("ARGUMENTS:"),
        command.arguments.filter { !$0.isHidden }.map { ($0.name, $0.help.text) }),
      section(localized("OPTIONS:"), options.map { (label($0, of: command), $0.help.text) }),
    ]
    let groups =
      isRoot
      ? CommandTable.groups.map { (localized("\($0.name.text.uppercased()) SUBCOMMANDS:"), $0.commands) }
      : [(localized("SUBCOMMANDS:"), command.subcommands)]
    parts += groups.map { heading, commands in
      section(heading, commands.map { (label($0, of: command), $0.summary.text) })
    }
    if !command.subcommands.isEmpty {
      let example = (["movierpc", "help"] + path).joined(separator: " ")
      parts.append(localized("  See '\(example) <subcommand>' for detailed help.") + "\n")
    }
    return HelpLines.fitted(parts.filter { !$0.isEmpty }.joined(separator: "\n"), width)
  }

  private static let minWidth = 40
  private static let column = 26

  /// `-n, --page-size <n>`
  private func label(_ option: Option, of command: Command) -> String {
    let value = option.placeholder(of: command).map { " <\($0)>" } ?? ""
    return option.spellings.joined(separator: ", ") + value + (option.takesList ? " ..." : "")
  }

  /// `list, ls, show (default)`
  private func label(_ command: Command, of group: Command) -> String {
    let isStandard = group.standardSubcommand?.name == command.name
    return command.names.joined(separator: ", ") + (isStandard ? localized(" (default)") : "")
  }

  private func section(_ heading: String, _ rows: [(label: String, text: String)]) -> String {
    guard !rows.isEmpty else { return "" }
    return rows.reduce(into: heading + "\n") { page, row in
      page += Paragraph.text(row.text, indent: Self.column, first: "  " + row.label, width: width)
    }
  }

  private func usage(_ command: Command, _ path: [String]) -> String {
    let heading = localized("USAGE: ")
    let further = "\n" + String(repeating: " ", count: heading.count)
    return heading + command.usageLine(path).replacing("\n", with: further) + "\n"
  }
}

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
