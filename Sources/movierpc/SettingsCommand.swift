import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: localized("Show and change the settings."),
    discussion: localizedParagraphs(
      """
      The environment overrides values changed with set, which override
      config.toml, which overrides the defaults.

        movierpc settings
        movierpc settings page_size
        movierpc settings set page_size 50
        movierpc settings set countries DE,AT
        movierpc settings set tmdb.key < key.txt
        movierpc settings reset page_size countries

      set and reset print the new value on a line, with --json all settings.
      """),
    subcommands: [Show.self, Set.self, Reset.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: localized("Show the settings; the same as settings alone."),
      usage: "movierpc settings [NAME ...] [options]", aliases: ["list", "ls", "get"])

    @Argument(help: .localized("Only these settings."), completion: .list(SettingChange.names))
    var names: [String] = []

    @Flag(name: .shortAndLong, help: .localized("Include settings that only config.toml can set."))
    var all = false

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try SettingChange.expectNames(names)
      var caller = try RPCClient.connected(connection.options)
      var result = try caller.result("settings")
      if !names.isEmpty {
        result = Array(try SettingsPage.only(names, of: try RPCClient.json(result)).text().utf8)
      }
      try ResultPrinter.show(result, form.form) {
        names.count == 1
          ? SettingPage.text($0, on: $1) : SettingsPage.text($0, isWhole: all || !names.isEmpty, on: $1)
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set",
      abstract: localized("Change one setting."),
      usage: "movierpc settings set NAME [VALUE] [options]",
      discussion: localizedParagraphs(
        """
        Separate the parts of a list with commas: DE,AT. A secret (tmdb.key,
        youtube.key) is never an argument, because other users could read it.
        Type it at a prompt that does not show it, or send it on standard input.

          movierpc settings set region DE
          movierpc settings set tmdb.key
          pass show tmdb | movierpc settings set tmdb.key
        """))

    @Argument(help: .localized("The setting's name."), completion: .list(SettingChange.names))
    var name: String

    @Argument(
      help: .localized("The new value; leave it out for a secret."), completion: CompletionValues.setting)
    var value: [String] = []

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let change = try SettingChange(name, value)
      let known = try change.value()
      var caller = try RPCClient.connected(connection.options)
      let new = try known ?? change.value(like: SettingsPage.value(name, in: caller.json("settings")))
      var params = MethodParams("settings")
      params.add("set", json: .object([JSONMember(name, new)]))
      try ResultPrinter.show(try caller.result(params), form.formOfChange) { tree, _ in
        SettingsPage.changes(tree, [name], on: .ofChange)
      }
    }
  }

  struct Reset: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset",
      abstract: localized("Reset settings to config.toml or the default."),
      usage: "movierpc settings reset NAME ... [options]")

    @Argument(help: .localized("Names of settings."), completion: .list(SettingChange.names))
    var names: [String]

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("settings")
      params.add("reset", names)
      try ResultPrinter.show(params, connection.options, form.formOfChange) { tree, _ in
        SettingsPage.changes(tree, names, on: .ofChange)
      }
    }
  }
}
