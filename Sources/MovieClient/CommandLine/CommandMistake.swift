import JSONRPC
import MovieProtocol

/// What is wrong with a command line.
enum CommandMistake: Error {
  /// - Parameter place: of the wrong word among those that were typed.
  case noCommand(place: Int)
  case noVerb(Command, place: Int)
  /// There are only options.
  case needsCommand
  /// It does nothing without a subcommand.
  case needsVerb(Command)
  case noOption(String, Command)
  case missingValue(String)
  case valueOfFlag(String, _ value: String)
  case value(String, _ name: String, ParameterType)
  case seconds(String, _ name: String)
  case missing(Argument)
  case unexpected(String)
  case exclusive(String, String)
  case refusedLimit([String])

  /// Nil: the value is right, or the daemon checks it.
  init?(value: String, of option: Option, _ spelling: String) {
    switch option.value {
    case .checked(let type) where !type.fits(typed: value): self = .value(value, spelling, type)
    case .seconds where Seconds(value) == nil:
      self = value.isEmpty ? .missingValue(spelling) : .seconds(value, spelling)
    case .text where value.isEmpty && ConnectionUse.leading.contains { $0.name == option.name }:
      self = .missingValue(spelling)
    default: return nil
    }
  }

  /// Without a hint, but for one that no other words can give.
  var error: CommandError {
    switch self {
    case .noCommand, .noVerb: .usage("")
    case .needsCommand: .usage("a command is missing")
    case .needsVerb(let command):
      .usage(
        "\(command.name) needs one of these commands before options: \(command.verbs.joined(separator: ", "))"
      )
    case .noOption(let spelling, let command):
      CommandError.usage(
        "there is no option \(TerminalText.cleaned(Spelling.shortened(spelling)))",
        hint: command.options(beginning: spelling)
      ).corrected(spelling, command.option(like: spelling))
    case .missingValue(let spelling): .usage("\(spelling) needs a value")
    case .valueOfFlag(let spelling, let value):
      .usage("\(spelling) takes no value, not \"\(Spelling.shortened(value))\"")
    case .value(let text, let name, let type): Self.wrong(text, name, type)
    case .seconds(let text, let name):
      .usage(
        "\(name) must be seconds, over 0 and at most 86400, not \"\(Spelling.shortened(text))\"",
        hint: "for example: \(name) 2.5")
    case .missing(let argument): .usage("missing argument: \(argument.form)")
    case .unexpected(let word): .usage("unexpected argument: \(Spelling.shortened(word))")
    case .exclusive(let one, let other):
      .usage("\(one) and \(other) cannot be combined", hint: "leave one of them out")
    case .refusedLimit(let path):
      .usage(
        "\(path.joined(separator: " ")) takes no --timeout",
        hint: "to end it after a second: timeout 1 movierpc \(path.joined(separator: " ")) ...")
    }
  }

  private static func wrong(_ text: String, _ name: String, _ type: ParameterType) -> CommandError {
    let refusal = type.refusal(of: type.value(typed: text) ?? .string(text), for: name, isSecret: false)
    return CommandError.usage("\(DaemonMessage(refusal).text())")
      .corrected(text, Spelling.nearest(to: text.lowercased(), among: type.choices))
  }
}

extension ParameterType {
  /// A text that is typed means a value of this type.
  func fits(typed text: String) -> Bool { value(typed: text).flatMap(check) != nil }
}

extension Command {
  /// The option that was meant. A suggestion may be pasted without a look: of a short name, one letter may
  /// differ, and what is an option of another command was not mistyped.
  func option(like spelling: String) -> String? {
    let wrong = String(spelling.drop { $0 == "-" })
    guard spelling.hasPrefix("--"), wrong.count > 1,
      !CommandTable.root.allOptions.contains(where: { $0.spellings.contains(spelling) })
    else { return nil }
    let shown = allOptions.filter { !$0.isHidden }.flatMap(\.spellings).filter { $0.hasPrefix("--") }
    let near = shown.map { (spelling: $0, distance: Spelling.distance(wrong, String($0.dropFirst(2)))) }
      .min { $0.distance < $1.distance }
    if let near, near.distance <= (wrong.count < 6 ? 1 : 2) { return near.spelling }
    let begun = begun(by: spelling)
    return shown.first { $0.dropFirst(2).sorted() == wrong.sorted() } ?? (begun.count == 1 ? begun[0] : nil)
  }

  /// Names several that may be meant.
  fileprivate func options(beginning spelling: String) -> LocalizedText? {
    let begun = begun(by: spelling)
    return begun.count > 1 ? "there are \(begun.joined(separator: ", "))" : nil
  }

  private func begun(by spelling: String) -> [String] {
    guard spelling.hasPrefix("--"), spelling.utf8.count > 4 else { return [] }
    return allOptions.filter { !$0.isHidden }.flatMap(\.spellings).filter { $0.hasPrefix(spelling) }
  }

  /// With those of its subcommands.
  private var allOptions: [Option] { options + subcommands.flatMap(\.allOptions) }
}
