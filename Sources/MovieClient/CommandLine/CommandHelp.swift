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
