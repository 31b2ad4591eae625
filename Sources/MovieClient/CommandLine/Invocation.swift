import JSONRPC
import MovieProtocol

/// One run of the client: its words are understood, and the command is carried out.
package enum Client {
  package static func run(_ words: [String]) throws(CommandError) {
    if words.first == CompletionRequest.marker { return try complete(Array(words.dropFirst())) }
    let parser = CommandParser(words)
    if parser.path.isEmpty, parser.has(Option.version), !parser.has(Option.help) {
      return try Output.write("movierpc \(Version.program) (protocol \(Version.wire))\n")
    }
    let hint = CommandHint(words: words)
    let invocation: Invocation
    do throws(CommandMistake) {
      invocation = try parser.invocation()
    } catch {
      throw hint.error(error, parser.path)
    }
    guard let run = invocation.command.run, !invocation.wantsHelp else {
      return try Pager.show(CommandHelp().text(invocation.command, invocation.path))
    }
    do throws(CommandError) {
      try run(invocation)
    } catch {
      throw hint.corrected(error, invocation.path)
    }
  }

  private static func complete(_ words: [String]) throws(CommandError) {
    guard let shell = words.first.flatMap(CompletionWord.Shell.init), words.count > 1 else {
      throw .usage(
        "\(CompletionRequest.marker) is for the scripts of movierpc completions",
        hint: "movierpc completions --help shows how to install one")
    }
    let lines = CompletionRequest(shell, Array(words.dropFirst())).lines()
    try Output.write(lines.map { $0 + "\n" }.joined())
  }
}

/// A command with the words and the options that were given to it.
struct Invocation: Sendable {
  let command: Command
  /// The words that name the command, as typed: `["watchlist", "rm"]`.
  let path: [String]
  var words: [String]
  /// By the name of the option; a flag has none.
  private let values: [String: [String]]
  let wantsHelp: Bool

  init(
    _ command: Command, _ path: [String], _ words: [String] = [], _ values: [String: [String]] = [:],
    wantsHelp: Bool = false
  ) {
    (self.command, self.path, self.words, self.values) = (command, path, words, values)
    self.wantsHelp = wantsHelp
  }

  func has(_ option: String) -> Bool { values[option] != nil }

  /// The last one, if it is given several times.
  subscript(option: String) -> String? { values[option]?.last }

  var connection: ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = self["socket"]
    options.timeout = limit ?? .usual
    options.mayStart = !has("no-spawn")
    options.profile = self["profile"]
    return options
  }

  /// Nil: none was given.
  var limit: Seconds? { self["timeout"].flatMap { Seconds($0) } }

  /// The request of the command's method, with the parameters that were given, in the order of the contract.
  ///
  /// - Throws: for a value that is none of the parameter's type, before anything is sent.
  func params() throws(CommandError) -> MethodParams {
    var params = self.params(of: command.method ?? "")
    // Who waits longer than the daemon would lets it take as long.
    let (wanted, usual) = (limit.map { Int($0.value * 1000) } ?? 0, Parameter.timeout.fallback?.integer ?? 0)
    if wanted > usual {
      params.add(
        Parameter.timeout.name, json: .number(String(min(wanted, Parameter.timeouts.upperBound))))
    }
    _ = try params.json()
    return params
  }

  func params(of method: String) -> MethodParams {
    var params = MethodParams(method)
    for parameter in MethodTable.method(named: method)?.parameters ?? [] {
      for (place, argument) in command.arguments.enumerated() where argument.parameter == parameter.name {
        let given = Array(argument.isRepeated ? words.dropFirst(place) : words.dropFirst(place).prefix(1))
        if !given.isEmpty { params.add(parameter, given) }
      }
      for option in command.options where option.parameter == parameter.name {
        guard let given = values[option.name] else { continue }
        switch option.value {
        case .flag(let flag): params.add(parameter.name, json: .bool(flag))
        case .parameter: params.add(parameter, option.takesList ? given : given.suffix(1))
        // The command turns it into the parameter.
        case .checked, .seconds, .text: break
        }
      }
    }
    return params
  }
}

extension MethodParams {
  /// Words as they are typed: of a list its parts, of a text its words.
  fileprivate mutating func add(_ parameter: Parameter, _ words: [String]) {
    switch parameter.type {
    case .texts, .choices, .list:
      add(parameter.name, words.flatMap { $0.split(separator: ",").map(String.init) })
    default: add(parameter.name, words.joined(separator: " "))
    }
  }
}

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
      throw wrongValue(of: command) ?? .missing(missing)
    }
    if words.count > arguments.count, arguments.last?.isRepeated != true, !command.takesAllWords {
      throw .unexpected(words[arguments.count])
    }
    for (argument, word) in zip(arguments, words) {
      if let type = argument.type, !type.fits(typed: word) { throw .value(word, argument.name, type) }
    }
  }

  /// A word that is missing may stand where the value of an option should.
  private func wrongValue(of command: Command) -> CommandMistake? {
    for given in options {
      guard let type = command.option(spelled: given.spelling)?.type(of: command),
        let value = given.values?.first(where: { !type.fits(typed: type.mended($0)) })
      else { continue }
      return .value(value, given.spelling, type)
    }
    return nil
  }
}
