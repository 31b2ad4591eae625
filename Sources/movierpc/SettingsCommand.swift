import ArgumentParser
import JSONRPC
import MovieClient

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "See and change the settings.",
    discussion: """
      From weak to strong, a value comes from the default, config.toml, the
      library (what set changed) or the environment.

        movierpc settings
        movierpc settings page_size
        movierpc settings set page_size 50
        movierpc settings set countries DE,AT
        movierpc settings set tmdb.key < key.txt
        movierpc settings reset page_size countries
      """,
    subcommands: [Show.self, Set.self, Reset.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show the settings, which settings alone does too.",
      usage: "movierpc settings [NAME ...] [options]")

    @Argument(help: "Only these.", completion: .list(SettingChange.names))
    var names: [String] = []

    @Flag(help: "Also what only config.toml sets.")
    var all = false

    @Flag(help: "Print the result as JSON on one line, as in a pipe.")
    var json = false

    @Flag(help: "Print for people in a pipe too, as for less.")
    var text = false

    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var deadline = Deadline(connection.timeout)
      var caller = try Caller.connected(connection.options, &deadline)
      var result = try caller.result("settings", deadline)
      if !names.isEmpty {
        result = Array(try SettingsPage.only(names, of: try Ask.tree(result)).text().utf8)
      }
      try Ask.show(result, Ask.Form(json: json, text: text)) {
        SettingsPage.text($0, isWhole: all || !names.isEmpty, on: $1)
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: "Change one setting.",
      usage: "movierpc settings set NAME [VALUE] [options]",
      discussion: """
        A list has commas between its parts: DE,AT. A secret (tmdb.key,
        youtube.key) is never an argument, which others could read: it is
        asked for without being shown, or read from standard input.

          movierpc settings set region DE
          movierpc settings set tmdb.key
          pass show tmdb | movierpc settings set tmdb.key
        """)

    @Argument(help: "The setting's name.", completion: .list(SettingChange.names))
    var name: String

    @Argument(help: "Its new value; not for a secret.")
    var value: [String] = []

    @Flag(help: "Print the result as JSON on one line, as in a pipe.")
    var json = false

    @Flag(help: "Print for people in a pipe too.")
    var text = false

    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let change = try SettingChange(name, value)
      let known = try change.value()
      var deadline = Deadline(connection.timeout)
      var caller = try Caller.connected(connection.options, &deadline)
      let new: JSONValue
      if let known {
        new = known
      } else {
        let current = try Ask.tree(try caller.result("settings", deadline))
        new = try change.value(like: current["settings"]?[name]?["value"])
      }
      var params = MethodParams("settings")
      params.add("set", json: .object([JSONMember(name, new)]))
      let result = try caller.result("settings", params: try params.json(), deadline)
      try Ask.show(result, Ask.Form(json: json, text: text)) { tree, _ in SettingsPage.changes(tree, [name]) }
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: "Go back to what config.toml or the default says.",
      usage: "movierpc settings reset NAME ... [options]")

    @Argument(help: "Names of settings.", completion: .list(SettingChange.names))
    var names: [String]

    @Flag(help: "Print the result as JSON on one line, as in a pipe.")
    var json = false

    @Flag(help: "Print for people in a pipe too.")
    var text = false

    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("settings")
      params.add("reset", names)
      try Ask.show(params, connection.options, Ask.Form(json: json, text: text)) { tree, _ in
        SettingsPage.changes(tree, names)
      }
    }
  }
}
