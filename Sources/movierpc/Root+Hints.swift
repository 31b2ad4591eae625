import ArgumentParser
import MovieClient
import MovieProtocol

/// Refuses words that are no commands, before any command takes them for something else.
extension Root {
  static let commands = configuration.subcommands.compactMap { $0.configuration.commandName }

  private static var hints: CommandHint {
    var verbs: [String: [String]] = [:]
    for command in commands where !self.verbs(of: command).isEmpty {
      verbs[command] = self.verbs(of: command)
    }
    return CommandHint(commands: commands, verbs: verbs) { Self.parses($0) }
  }

  private static func parses(_ words: [String]) -> Bool {
    if words == ["--version"] || words == ["help"] { return true }
    do {
      try expectCommand(words)
      _ = try parseAsRoot(words)
      return true
    } catch {
      return false
    }
  }

  static func expectCommand(_ words: [String]) throws(CommandError) {
    guard let first = words.first, !first.hasPrefix("-") else { return }
    let path = first == "help" ? Array(words.dropFirst()) : words
    guard let word = path.first else { return }
    guard commands.contains(word) else {
      throw .usage("there is no command \"\(Spelling.shortened(word))\"", hint: "\(hints.line(path))")
    }
    guard path.count > 1, !path[1].hasPrefix("-") else { return }
    let verbs = verbs(of: word)
    guard !verbs.isEmpty, !verbs.contains(path[1]), !takes(path[1], word) else { return }
    throw noVerb(path, usual: ["watchlist", "favorites"].contains(word) ? "add" : nil)
  }

  /// Refuses an option of a command that does nothing without a verb.
  static func expectVerb(of name: String, before option: String) throws(CommandError) {
    let command = configuration.subcommands.first { $0.configuration.commandName == name }
    let verbs = verbs(of: name)
    guard !verbs.isEmpty, command?.configuration.defaultSubcommand == nil, !["-h", "--help"].contains(option)
    else { return }
    throw .usage(
      "\(name) needs one of these commands before options: \(verbs.joined(separator: ", "))",
      hint: "see movierpc \(name) --help")
  }

  /// - Parameter usual: the verb to suggest for a word that is no verb.
  static func noVerb(_ words: [String], usual: String? = nil) -> CommandError {
    .usage(
      "\(words[0]) has no command \"\(Spelling.shortened(words[1]))\"",
      hint: "\(hints.verbLine(words, usual: usual))")
  }

  /// The error with the whole command, in which the wrong word is replaced.
  ///
  /// - Parameter path: the words that name the command.
  static func corrected(_ failure: CommandError, _ words: [String], _ path: [String]) -> CommandError {
    var failure = failure
    if let line = hints.corrected(words, failure) {
      failure.hint = line
    } else if failure.status == .usage, failure.hint == nil {
      failure.hint = help(path)
    }
    return failure
  }

  /// The error for words that ArgumentParser does not accept.
  static func unparsed(_ message: String, _ words: [String], _ path: [String]) -> CommandError {
    .usage(
      "\(ParserText.message(CommandHint.withoutFarOption(message)))",
      hint: "\(hints.corrected(words, message) ?? help(path))")
  }

  private static func help(_ path: [String]) -> String {
    let command = path.filter { !$0.hasPrefix("-") }.joined(separator: " ")
    return command.isEmpty ? localized("see movierpc --help") : localized("see movierpc \(command) --help")
  }

  /// The default verb of the command takes such words: titles, names of settings.
  private static func takes(_ word: String, _ command: String) -> Bool {
    switch command {
    case "download": true
    case "settings":
      Setting.named(word) != nil || !VerbHint.isVerb(word, among: verbs(of: command))
    default: false
    }
  }

  /// The names of a command's subcommands, aliases included.
  static func verbs(of name: String) -> [String] {
    let command = configuration.subcommands.first { $0.configuration.commandName == name }
    var names: [String] = []
    for verb in command?.configuration.subcommands ?? [] where verb.configuration.shouldDisplay {
      if let name = verb.configuration.commandName { names.append(name) }
      names += verb.configuration.aliases
    }
    return names
  }
}
