import MovieProtocol
import Testing

@testable import MovieClient

/// Each row of the table fits the contract, and its help tells all of it.
struct CommandTableTests {
  static let all: [(path: [String], command: Command)] = CommandTable.root.subcommands.flatMap { command in
    [([command.name], command)] + command.subcommands.map { ([command.name, $0.name], $0) }
  }

  @Test func methods_and_parameters_are_those_of_the_contract() throws {
    #expect(Self.all.count > 80)
    for (path, command) in Self.all {
      let parameters = command.arguments.map(\.parameter) + command.options.map(\.parameter)
      guard let name = command.method else {
        #expect(parameters.allSatisfy { $0 == nil }, "\(path)")
        continue
      }
      let method = try #require(MethodTable.method(named: name), "\(path)")
      for parameter in parameters.compactMap(\.self) {
        #expect(method.parameter(named: parameter) != nil, "\(path) \(parameter)")
      }
    }
  }

  @Test func names_are_given_once() {
    for (path, command) in Self.all {
      let spellings = command.options.flatMap(\.spellings)
      #expect(Set(spellings).count == spellings.count, "\(path)")
      #expect(Set(command.verbs).count == command.verbs.count, "\(path)")
    }
    #expect(Set(CommandTable.root.verbs).count == CommandTable.root.verbs.count)
  }

  /// Before the command is known, an option is read without it.
  @Test func options_of_one_name_all_take_a_value_or_none() {
    var isFlag: [String: Bool] = [:]
    for (path, command) in Self.all {
      for option in command.options {
        for spelling in option.spellings {
          #expect(isFlag[spelling, default: option.isFlag] == option.isFlag, "\(path) \(spelling)")
          isFlag[spelling] = option.isFlag
        }
      }
    }
  }

  @Test func help_tells_every_option_and_argument() {
    for (path, command) in Self.all {
      let help = CommandHelp(width: 80).text(command, path)
      #expect(help.hasPrefix("OVERVIEW: \(command.summary.text.prefix(20))"), "\(path)")
      #expect(help.contains("\nUSAGE: movierpc \(path[0])"), "\(path)")
      for spelling in command.options.filter({ !$0.isHidden }).flatMap(\.spellings) {
        #expect(help.contains(spelling), "\(path) \(spelling)")
      }
      for argument in command.arguments where !argument.isHidden {
        #expect(help.contains("  \(argument.name) "), "\(path) \(argument.name)")
      }
      for verb in command.verbs { #expect(help.contains(verb), "\(path) \(verb)") }
      #expect(!help.contains("<>") && !command.usageLine(path).contains("  "), "\(path)")
      for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(path): \(line)") }
    }
  }

  @Test func every_command_is_in_a_group_of_the_help() {
    let help = CommandHelp(width: 80).text(CommandTable.root, [])
    for command in CommandTable.root.subcommands where command.name != "help" {
      #expect(help.contains("\n  \(command.name) "), "\(command.name)")
    }
    #expect(help.contains("\nFILMS AND SERIES SUBCOMMANDS:\n") && help.contains("--version"))
  }

  @Test(arguments: [
    ("downloads.add", ["download"]), ("watchlist", ["watchlist"]), ("watchlist.add", ["watchlist", "add"]),
    ("profiles.create", ["profiles", "add"]), ("player.play", ["play"]), ("account.status", ["account"]),
    ("library.import.cancel", ["library", "cancel"]), ("settings", ["settings"]),
    ("settings.update", ["settings", "set"]), ("ping", nil),
  ])
  func command_of_a_method_is_found(_ method: String, _ path: [String]?) {
    #expect(CommandTable.command(calling: method)?.path == path)
  }
}
