import JSONRPC
import MovieProtocol

/// The words of a command line, as the table of commands understands them. Options stand anywhere: before the
/// command, between its words and after them; after `--` no word is one.
struct CommandParser {
  struct GivenOption {
    /// As typed, without a value: `-n`, `--yaer`.
    let spelling: String
    /// Nil for a flag.
    var values: [String]?
  }

  let typed: [String]
  private var place = 0
  private(set) var command: Command
  /// The words that name the command, as typed.
  private(set) var path: [String] = []
  private(set) var words: [String] = []
  private(set) var options: [GivenOption] = []
  /// The option that has no value yet, if it is the last word.
  private(set) var unfinished: Option?
  /// The first one.
  private(set) var mistake: CommandMistake?

  init(_ typed: [String], root: Command = CommandTable.root) {
    self.typed = typed
    command = root
    while place < typed.count, mistake == nil || !isLost {
      let word = typed[place]
      place += 1
      if word == "--" {
        words += typed[place...]
        break
      } else if Self.isOption(word) {
        readOption(word)
      } else {
        readWord(word)
      }
    }
  }

  /// Numbers may be negative.
  static func isOption(_ word: String) -> Bool {
    let rest = word.utf8.dropFirst()
    guard word.utf8.first == UInt8(ascii: "-"), let second = rest.first else { return false }
    return !second.isDigit && second != UInt8(ascii: ".")
  }

  func has(_ option: Option) -> Bool { options.contains { option.spellings.contains($0.spelling) } }

  /// The first option that no command has.
  var unknown: String? { options.first { option(spelled: $0.spelling) == nil }?.spelling }

  /// The command is not known, so that nothing that follows can be.
  private var isLost: Bool {
    switch mistake {
    case .noCommand, .noVerb, .noOption: true
    default: false
    }
  }

  private mutating func note(_ mistake: CommandMistake) { self.mistake = self.mistake ?? mistake }

  private mutating func readWord(_ word: String) {
    guard !command.subcommands.isEmpty, words.isEmpty else { return words.append(word) }
    if let next = command.subcommand(named: word) {
      command = next
      path.append(word)
      if next.takesAllWords {
        words = Array(typed[place...])
        place = typed.count
      }
    } else if let unknown, unknown == typed[max(0, place - 2)] {
      // The word is its value.
      note(.noOption(unknown, command))
    } else if path.isEmpty {
      note(.noCommand(place: place - 1))
    } else if let standard = command.standardSubcommand, standard.takes(word, besides: command.verbs) {
      command = standard
      words.append(word)
    } else {
      note(.noVerb(command, place: place - 1))
    }
  }

  private mutating func readOption(_ word: String) {
    guard !word.hasPrefix("--") else {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      read(parts[0], attached: parts.count == 2 ? parts[1] : nil)
      return
    }
    // Not `dropFirst`, which would drop a sign that is joined to the dash as well.
    var letters = String(word.unicodeScalars.dropFirst())[...]
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let option = option(spelled: spelling), !option.isFlag else {
        read(spelling, attached: nil)
        continue
      }
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      return read(spelling, attached: letters.isEmpty ? nil : String(attached))
    }
  }

  private mutating func read(_ spelling: String, attached: String?) {
    let isLeading = !command.subcommands.isEmpty
    var given = GivenOption(spelling: spelling, values: nil)
    defer { options.append(given) }
    guard let option = option(spelled: spelling) else { return }
    guard !option.isFlag else {
      if let attached { note(.valueOfFlag(spelling, attached)) }
      return
    }
    var values = attached.map { [$0] } ?? []
    while values.isEmpty || option.takesList && attached == nil, place < typed.count,
      !Self.isOption(typed[place])
    {
      values.append(typed[place])
      place += 1
      // A command may follow.
      if isLeading { break }
    }
    if values.isEmpty {
      note(.missingValue(spelling))
      if place == typed.count { unfinished = option }
    }
    given.values = values
    // These mean the same for every command, which may be the wrong value itself.
    if isLeading, ConnectionUse.leading.contains(where: { $0.name == option.name }) {
      values.first.flatMap { CommandMistake(value: $0, of: option, spelling) }.map { note($0) }
    }
  }

  /// Before the command is known it may be an option of any.
  func option(spelled spelling: String) -> Option? {
    if let own = command.option(spelled: spelling) { return own }
    guard !command.subcommands.isEmpty else { return nil }
    return (ConnectionUse.leading + .titles).first { $0.spellings.contains(spelling) }
      ?? Self.option(spelled: spelling, ofAny: command.subcommands)
  }

  private static func option(spelled spelling: String, ofAny commands: [Command]) -> Option? {
    for command in commands {
      if let option = command.option(spelled: spelling)
        ?? option(spelled: spelling, ofAny: command.subcommands)
      {
        return option
      }
    }
    return nil
  }
}

extension Command {
  /// As the subcommand that is meant without one: a word that looks like a verb is a mistyped one.
  fileprivate func takes(_ word: String, besides verbs: [String]) -> Bool {
    !arguments.isEmpty && (Setting.named(word) != nil || !VerbHint.isVerb(word, among: verbs))
  }
}
