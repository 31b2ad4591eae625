import JSONRPC
import MovieProtocol

/// What a shell asks for while a word is typed: `movierpc ---completion SHELL WORD ...`. The last word is the one to
/// complete.
struct CompletionRequest: Sendable {
  /// The first argument of the scripts.
  static let marker = "---completion"

  let shell: CompletionWord.Shell
  /// Those before it that are the command's arguments.
  let arguments: [String]
  /// As far as it is typed.
  let word: String
  /// What stands before it in the same word of the shell: `--type=`.
  private let prefix: String
  private let parser: CommandParser

  init(_ shell: CompletionWord.Shell, _ typed: [String]) {
    let typed = shell == .bash ? Self.joined(typed) : typed
    parser = CommandParser(typed.dropLast().map(Self.plain))
    arguments = parser.words
    self.shell = shell
    let last = Self.plain(typed.last ?? "")
    let value = last.hasPrefix("--") ? last.firstIndex(of: "=").map { last.index(after: $0) } : nil
    (prefix, word) = (
      String(last[..<(value ?? last.startIndex)]), String(last[(value ?? last.startIndex)...])
    )
  }

  /// As the shell reads it, but for what it would carry out.
  private static func plain(_ word: String) -> String { word.filter { !["\\", "\"", "'"].contains($0) } }

  /// bash divides words at `=`.
  private static func joined(_ words: [String]) -> [String] {
    words.reduce(into: []) { joined, word in
      if let last = joined.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
        joined[joined.count - 1] += word
      } else {
        joined.append(word)
      }
    }
  }

  /// The daemon that the command line names. There is no time to start one: the shell accepts no input meanwhile.
  var connection: ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = parser.options.last { $0.spelling == "--socket" }?.values?.first
    options.profile = parser.options.last { ["--profile", "-P"].contains($0.spelling) }?.values?.first
    options.timeout = Seconds("2") ?? .usual
    options.mayStart = false
    return options
  }

  /// The lines for the script. One that is ``CompletionScript/files`` asks it to offer files.
  func lines() -> [String] {
    switch completion {
    case .files: [CompletionScript.files]
    case .words(let words): lines(words.map { CompletionWord($0) })
    case .asked(let source): lines(source(self))
    case .ofType: []
    }
  }

  private func lines(_ words: [CompletionWord]) -> [String] {
    // The other shells choose by themselves. bash has the part before `=` as a word of its own.
    shell == .bash
      ? words.filter { $0.word.hasPrefix(word) }.compactMap { $0.line(for: .bash) }
      : words.compactMap { CompletionWord(prefix + $0.word, about: $0.about).line(for: shell) }
  }

  private var completion: Completion {
    let command = parser.command
    if let option = parser.unfinished ?? valued {
      return completion(option.completion, ofType: option.type(of: command.standardSubcommand ?? command))
    }
    if word.hasPrefix("-") { return .asked { _ in Self.options(of: command) } }
    guard command.subcommands.isEmpty else {
      let verbs = command.subcommands.map { CompletionWord($0.name, about: $0.summary.text) }
      guard let standard = command.standardSubcommand, let first = standard.arguments.first else {
        return .asked { _ in verbs }
      }
      let completion = completion(first, of: standard)
      return .asked { request in verbs + request.words(of: completion) }
    }
    let place = parser.words.count
    let argument =
      place < command.arguments.count
      ? command.arguments[place] : command.arguments.last.flatMap { $0.isRepeated ? $0 : nil }
    return argument.map { completion($0, of: command) } ?? .words([])
  }

  /// The option whose value stands in the same word.
  private var valued: Option? { prefix.isEmpty ? nil : parser.option(spelled: String(prefix.dropLast())) }

  private func words(of completion: Completion) -> [CompletionWord] {
    switch completion {
    case .words(let words): words.map { CompletionWord($0) }
    case .asked(let source): source(self)
    case .files, .ofType: []
    }
  }

  private func completion(_ argument: Argument, of command: Command) -> Completion {
    let type = argument.type ?? command.parameter(argument.parameter)?.type
    return completion(argument.completion, ofType: type)
  }

  private func completion(_ completion: Completion, ofType type: ParameterType?) -> Completion {
    if case .ofType = completion { .words(type?.choices ?? []) } else { completion }
  }

  /// Of a command with a subcommand that is meant without one, those of that.
  private static func options(of command: Command) -> [CompletionWord] {
    let options =
      (command.standardSubcommand ?? command).options
      + (command.subcommands.isEmpty ? [] : .output + ConnectionUse.leading)
    var seen: Set<String> = []
    return options.filter { !$0.isHidden && seen.insert($0.name).inserted }.flatMap { option in
      option.spellings.map { CompletionWord($0, about: option.help.text) }
    }
  }
}

/// What a shell offers for a word.
enum Completion: Sendable {
  typealias Source = @Sendable (CompletionRequest) -> [CompletionWord]

  /// The values of the type.
  case ofType
  case words([String])
  case files
  /// Found out when it is needed, such as what only the daemon knows.
  case asked(Source)
}

extension ParameterType {
  /// The values that can be listed.
  var choices: [String] {
    switch self {
    case .choice(let names), .choices(let names): names
    case .boolean: ["true", "false"]
    default: []
    }
  }
}
