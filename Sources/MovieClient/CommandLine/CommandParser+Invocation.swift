import MovieProtocol

extension CommandParser {
  /// What is to be done.
  ///
  /// - Throws: the first mistake.
  func invocation() throws(CommandMistake) -> Invocation {
    if let mistake, case .noVerb = mistake { throw mistake }
    if let mistake, case .noCommand = mistake { throw mistake }
    let isEmpty =
      words.isEmpty && options.isEmpty
      && (path.isEmpty || command.run == nil && command.standardSubcommand == nil)
    if has(.help) { return Invocation(command, path, wantsHelp: true) }
    if let mistake { throw mistake }
    if isEmpty { return Invocation(command, path, wantsHelp: true) }
    guard !path.isEmpty else {
      guard words.isEmpty else { throw .noCommand(place: typed.count - words.count) }
      throw unknown.map { CommandMistake.noOption($0, self.command) } ?? .needsCommand
    }
    let command = try chosen()
    var values: [String: [String]] = [:]
    for given in options {
      let (spelling, isFlag) = (given.spelling, given.values == nil)
      if let option = command.option(spelled: spelling), option.isFlag == isFlag {
        for value in given.values ?? [] {
          if let mistake = CommandMistake(value: value, of: option, spelling) { throw mistake }
        }
        values[option.name] =
          option.takesList ? (values[option.name] ?? []) + (given.values ?? []) : given.values ?? []
      } else if spelling == "--timeout", case .endless = command.connection {
        throw .refusedLimit(path)
      } else {
        throw .noOption(spelling, command)
      }
    }
    for names in command.exclusive {
      let both = names.filter { values[$0] != nil }
      guard both.count < 2 else { throw .exclusive("--" + both[0], "--" + both[1]) }
    }
    try expectWords(of: command)
    return Invocation(command, path, words, values)
  }

  private func chosen() throws(CommandMistake) -> Command {
    guard !command.subcommands.isEmpty else { return command }
    guard let standard = command.standardSubcommand else { throw .needsVerb(command) }
    guard words.isEmpty || !standard.arguments.isEmpty else {
      throw .noVerb(command, place: typed.count - words.count)
    }
    return standard
  }

  private func expectWords(of command: Command) throws(CommandMistake) {
    let arguments = command.arguments
    if let missing = arguments.enumerated().first(where: { $1.isRequired && words.count <= $0 })?.element {
      throw .missing(missing)
    }
    if words.count > arguments.count, arguments.last?.isRepeated != true, !command.takesAllWords {
      throw .unexpected(words[arguments.count])
    }
    for (argument, word) in zip(arguments, words) {
      if let type = argument.type, !type.fits(typed: word) { throw .value(word, argument.name, type) }
    }
  }
}
