import JSONRPC
import MovieProtocol

enum SettingsCommands {
  static let group = Command(
    "settings", summary: "Show and change the settings.",
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
    standard: "show", subcommands: [show, set, reset])

  private static let show = Command(
    "show", aliases: ["list", "ls", "get"], summary: "Show the settings; the same as settings alone.",
    usage: "[NAME ...] [options]",
    method: "settings",
    arguments: [
      Argument("NAME", .any, completion: .asked(CompletionValues.settings), help: "Only these settings.")
    ],
    options: [
      [.flag("all", "a", help: "Include settings that only config.toml can set.")], .report,
    ],
    run: { (invocation) throws(CommandError) in
      let names = invocation.words
      try SettingChange.expectNames(names)
      var caller = try invocation.connect()
      var result = try caller.result("settings.describe")
      if !names.isEmpty {
        result = Array(try SettingsPage.only(names, of: try RPCClient.json(result)).text().utf8)
      }
      try ResultPrinter.show(result, try invocation.form()) {
        names.count == 1
          ? SettingPage.text($0, on: $1)
          : SettingsPage.text($0, isWhole: invocation.has("all") || !names.isEmpty, on: $1)
      }
    })

  private static let set = Command(
    "set", summary: "Change one setting.",
    usage: "NAME [VALUE] [options]",
    discussion: localizedParagraphs(
      """
      Separate the parts of a list with commas: DE,AT. A secret (tmdb.key,
      youtube.key) is never an argument, because other users could read it.
      Type it at a prompt that does not show it, or send it on standard input.

        movierpc settings set region DE
        movierpc settings set tmdb.key
        pass show tmdb | movierpc settings set tmdb.key
      """),
    method: "settings.update",
    arguments: [
      Argument("NAME", completion: .asked(CompletionValues.settings), help: "The setting's name."),
      Argument(
        "VALUE", .any, completion: .asked(CompletionValues.setting),
        help: "The new value; leave it out for a secret."),
    ],
    options: [.report],
    run: { (invocation) throws(CommandError) in
      let name = invocation.words[0]
      let change = try SettingChange(name, Array(invocation.words.dropFirst()))
      let known = try change.value()
      var caller = try invocation.connect()
      let new =
        if let known {
          known
        } else {
          try change.value(
            like: SettingsPage.value(
              name, in: caller.json("settings"), isGiven: invocation.words.count > 1))
        }
      var params = MethodParams("settings.update")
      params.add("set", json: .object([JSONMember(name, new)]))
      try ResultPrinter.show(try caller.result(params), invocation.formOfChange) { tree, _ in
        SettingsPage.changes(tree, [name], on: .ofChange)
      }
    })

  private static let reset = Command(
    "reset", summary: "Reset settings to config.toml or the default.", method: "settings.update",
    arguments: [
      Argument("NAME", .some, completion: .asked(CompletionValues.settings), help: "Names of settings.")
    ],
    options: [.report],
    run: { (invocation) throws(CommandError) in
      var params = MethodParams("settings.update")
      params.add("reset", invocation.words)
      try ResultPrinter.show(params, invocation, invocation.formOfChange) { tree, _ in
        SettingsPage.changes(tree, invocation.words, on: .ofChange)
      }
    })
}
