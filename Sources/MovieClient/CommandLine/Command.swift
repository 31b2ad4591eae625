import MovieProtocol

/// A command: the words that name it, what it takes, and what it does. Help, completions and the messages about
/// mistakes are made from it.
package struct Command: Sendable {
  typealias Run = @Sendable (Invocation) throws(CommandError) -> Void

  package let name: String
  package let aliases: [String]
  let summary: LocalizedText
  /// What follows the command in the usage; nil: its arguments.
  private let usage: String?
  let discussion: @Sendable () -> String
  /// The method it calls, whose parameters its arguments and options are.
  package let method: String?
  package let arguments: [Argument]
  private let own: [Option]
  let connection: ConnectionUse
  /// Options of which only one can be given.
  let exclusive: [[String]]
  /// Its words are another program's, options too.
  let takesAllWords: Bool
  package let subcommands: [Command]
  /// The subcommand that is meant without one.
  private let standard: String?
  /// The subcommand that is meant by a word that names none.
  let usualVerb: String?
  /// Nil: it needs a subcommand.
  let run: Run?

  /// - Parameters:
  ///   - options: in the order of the help; those of the connection follow.
  ///   - run: nil: it is divided into subcommands.
  init(
    _ name: String, aliases: [String] = [], summary: LocalizedText, usage: String? = nil,
    discussion: @autoclosure @escaping @Sendable () -> String = "", method: String? = nil,
    arguments: [Argument] = [], options: [[Option]] = [], connection: ConnectionUse = .usual,
    exclusive: [[String]] = usuallyExclusive, takesAllWords: Bool = false, standard: String? = nil,
    usualVerb: String? = nil, subcommands: [Command] = [], run: Run? = nil
  ) {
    (self.name, self.aliases, self.summary, self.usage) = (name, aliases, summary, usage)
    (self.discussion, self.method, self.arguments) = (discussion, method, arguments)
    (own, self.connection, self.exclusive) = (options.flatMap(\.self), connection, exclusive)
    (self.takesAllWords, self.run) = (takesAllWords, run)
    (self.subcommands, self.standard, self.usualVerb) = (subcommands, standard, usualVerb)
  }

  /// The forms of an answer, and the pages of a list.
  static let usuallyExclusive = [
    ["json", "text", "format", "as"], ["all", "page"], ["all", "page-size"],
  ]

  package var names: [String] { [name] + aliases }
  /// The names of its subcommands.
  var verbs: [String] { subcommands.flatMap(\.names) }
  var standardSubcommand: Command? { standard.flatMap(subcommand) }

  func subcommand(named name: String) -> Command? { subcommands.first { $0.names.contains(name) } }

  /// All that it takes, in the order of the help. An alias of a shell may give those of the connection to every
  /// command.
  package var options: [Option] {
    own + (subcommands.isEmpty ? connection.options : []) + [.help]
  }

  func option(spelled spelling: String) -> Option? { options.first { $0.spellings.contains(spelling) } }

  func parameter(_ name: String?) -> Parameter? {
    name.flatMap { name in method.flatMap(MethodTable.method)?.parameter(named: name) }
  }

  /// The option or the argument that is this parameter of the method, as it is named on the command line.
  func name(of parameter: String) -> String? {
    arguments.first { $0.parameter == parameter }?.name
      ?? own.first { $0.parameter == parameter && !$0.isFlagOf(false) }.map { "--" + $0.name }
  }

  /// `movierpc watchlist add KEY ... | WORDS ... [options]`
  func usageLine(_ path: [String]) -> String {
    var words = ["movierpc"] + path
    // It may be left out.
    if path.count == 2, CommandTable.root.subcommand(named: path[0])?.standardSubcommand?.name == name {
      words[2] = "[\(name)]"
    }
    return words.joined(separator: " ") + " " + (usage ?? shortUsage)
  }

  private var shortUsage: String {
    guard subcommands.isEmpty else { return localized("<subcommand>") }
    let hasOptions = options.contains { !$0.isHidden && $0.name != Option.help.name }
    return (arguments.filter { !$0.isHidden }.map(\.form) + (hasOptions ? ["[options]"] : []))
      .joined(separator: " ")
  }
}
