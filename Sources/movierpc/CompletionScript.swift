import ArgumentParser

/// ArgumentParser's scripts. Of a command with subcommands they only complete these, so that the options of
/// the default subcommand are added here, and so are the commands after `help`.
enum CompletionScript {
  static func text(for shell: CompletionShell) -> String {
    let script = CompletionRoot.completionScript(for: shell)
    return script.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      [String(line), addition(to: line, shell)].compactMap(\.self).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The line that follows.
  private static func addition(to line: Substring, _ shell: CompletionShell) -> String? {
    let commands = Root.commands.joined(separator: " ")
    switch shell {
    case .bash where line == "_movierpc_help() {":
      return #"    COMPREPLY+=($(compgen -W "\#(commands)" -- "${cur}"))"#
    case .zsh where line == "_movierpc_help() {":
      return "    compadd -- \(commands) && return 0"
    case .fish where line.hasPrefix(fish + "help\""):
      return fish.replacing("flags_or_options", with: "positional") + "help\" -ge 1' -fa '\(commands)'"
    default: break
    }
    for (name, usual) in groups {
      let function = "_movierpc_\(name)"
      switch shell {
      case .bash where line == function + "() {":
        return #"    [[ "${unparsed_words[0]}" = -* ]] && { \#(function)_\#(usual); return; }"#
      case .zsh where line == function + "() {":
        return #"    [[ "${words[2]}" = -* ]] && { \#(function)_\#(usual); return; }"#
      case .fish:
        let start = fish + name + " " + usual + "\""
        if line.hasPrefix(start) { return fish + name + "\"" + line.dropFirst(start.count) }
      default: continue
      }
    }
    return nil
  }

  private static let fish =
    "complete -c 'movierpc' -n '__movierpc_should_offer_completions_for_flags_or_options \"movierpc "

  /// The commands that have a default subcommand, and its name.
  private static let groups: [(name: String, usual: String)] = Root.configuration.subcommands.compactMap {
    guard let name = $0.configuration.commandName, let standard = $0.configuration.defaultSubcommand else {
      return nil
    }
    // A hidden one stands for the first of the others.
    let shown = standard.configuration.shouldDisplay ? standard : $0.configuration.subcommands.first
    guard let usual = shown?.configuration.commandName else { return nil }
    return (name, usual)
  }
}
