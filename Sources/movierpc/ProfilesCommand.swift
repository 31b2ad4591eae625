import ArgumentParser
import JSONRPC
import MovieClient

struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: localized("Show, create and choose profiles."),
    discussion: localizedParagraphs(
      """
      Each profile has its own watchlist, favourites, searches and settings.

        movierpc profiles
        movierpc profiles add kids --age-limit 12
        movierpc profiles update default --pin
        movierpc profiles select kids --default
        movierpc profiles select default --default
        movierpc profiles unlock default
        movierpc --profile kids watchlist
        movierpc profiles remove kids

      Entering a profile that has a PIN requires the PIN. Switching from a
      profile with an age limit to one that shows more requires the PIN of
      "default". "unlock" opens a profile to all your programs until "lock",
      for 12 hours, or until the daemon ends.

      A PIN is never an argument, because other users could read it. You type
      it at a prompt that does not show it, or send it on standard input, one
      PIN per line, the present one first.
      """),
    subcommands: [
      List.self, Add.self, Update.self, Select.self, Unlock.self, Lock.self, Remove.self,
    ], defaultSubcommand: List.self)
}

extension ProfilesCommand {
  struct List: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: localized("List the profiles; the same as profiles alone."),
      usage: "movierpc profiles [options]", aliases: ["ls", "show"])

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try show(MethodParams("profiles"), ProfilesPage.text)
    }
  }

  struct Add: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: localized("Create a profile."),
      usage: "movierpc profiles add NAME [--age-limit N] [--age-region DE] [--pin] [options]",
      aliases: ["create"])

    @Argument(help: .localized("Name of the profile."))
    var name: String

    @Option(help: .localized("Hide titles certified for a higher age, 0 to 21.", valueName: "years"))
    var ageLimit: String?

    @Option(help: .localized("Country of the certificates; default: your region.", valueName: "country"))
    var ageRegion: String?

    @Flag(help: .localized("Set a PIN, from a prompt or standard input."))
    var pin = false

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments
    @Argument(help: .hidden) var rest: [String] = []

    func run() throws {
      try expectOneWord()
      let form = try form()
      var params = MethodParams("profiles.create")
      params.add("name", name)
      params.add("age_limit", ageLimit)
      params.add("age_region", ageRegion)
      _ = try params.json()
      if pin { params.add("pin", json: .string(try PINInput.new())) }
      var caller = try RPCClient.connected(connection.options)
      try ResultPrinter.show(try caller.resultOfHousehold(params), form) { tree, _ in
        ProfilesPage.created(name, tree, settings: ageLimit.flatMap { _ in try? caller.json("settings") })
      }
    }

    private func expectOneWord() throws(CommandError) {
      guard !rest.isEmpty else { return }
      guard !pin else {
        throw .usage(
          "a PIN must not be an argument: other users can read it",
          hint: "use --pin and type it at the prompt. Remove this line from your shell's history")
      }
      let words = TerminalText.cleaned(([name] + rest).joined(separator: " "))
      throw .usage(
        "a name with blanks needs quotes",
        hint: "did you mean: movierpc profiles add \(ShellWord.quoted(words))")
    }
  }

  struct Update: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: localized("Change a profile's name, age limit or PIN."),
      usage: "movierpc profiles update NAME [--name NEW] [--age-limit N] [--pin] [options]")

    @Argument(help: .localized("Name of the profile."), completion: CompletionWords.profiles)
    var name: String

    @Option(name: .customLong("name"), help: .localized("New name of the profile.", valueName: "new"))
    var newName: String?

    @Option(help: .localized("Hide titles certified for a higher age, 0 to 21.", valueName: "years"))
    var ageLimit: String?

    @Flag(help: .localized("Remove the age limit."))
    var noAgeLimit = false

    @Option(help: .localized("Country of the certificates.", valueName: "country"))
    var ageRegion: String?

    @Flag(help: .localized("Set or change the PIN."))
    var pin = false

    @Flag(help: .localized("Remove the PIN."))
    var noPin = false

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let form = try form()
      var params = MethodParams("profiles.update")
      params.add("name", name)
      params.add("new_name", newName)
      params.add("age_limit", ageLimit)
      params.add("age_region", ageRegion)
      params.add("reset", [noAgeLimit ? "age_limit" : nil, noPin ? "pin" : nil].compactMap(\.self))
      guard pin || noPin || newName != nil || ageLimit != nil || noAgeLimit || ageRegion != nil else {
        throw CommandError.usage(
          "name at least one change", hint: "movierpc profiles update --help lists the options")
      }
      _ = try params.json()
      var caller = try RPCClient.connected(connection.options)
      if pin { try addPINs(to: &params, &caller) }
      try ProfilesCommand.change(params, &caller, form) { ProfilesPage.updated(newName ?? name, $0) }
    }

    /// The present one first, on standard input too.
    private func addPINs(to params: inout MethodParams, _ caller: inout RPCClient) throws(CommandError) {
      if try caller.needsPIN(toChange: name),
        let present = try PINInput.current(localized("\(name) has a PIN"))
      {
        params.add("pin", json: .string(present))
      }
      params.add("new_pin", json: .string(try PINInput.new()))
      // Typing may take longer than the limit of time.
      caller.restartDeadline()
    }
  }

  struct Select: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "select", abstract: localized("Choose the profile of new connections."),
      usage: "movierpc profiles select NAME [--default] [options]",
      discussion: localizedParagraphs(
        """
        A choice lasts as long as the connection: without --default, this only
        checks that NAME can be chosen.
        """))

    @Argument(help: .localized("Name of the profile."), completion: CompletionWords.profiles)
    var name: String

    @Flag(help: .localized("Make it the profile of new connections, also after a restart."))
    var `default` = false

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.select")
      params.add("name", name)
      params.add("default", `default`)
      try ProfilesCommand.change(params, self) { result in
        ProfilesPage.selected(name, result, isDefault: `default`)
      }
    }
  }

  struct Unlock: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "unlock", abstract: localized("Unlock a profile for all your programs."),
      usage: "movierpc profiles unlock NAME [--minutes N] [options]")

    @Argument(help: .localized("Name of the profile."), completion: CompletionWords.profiles)
    var name: String

    @Option(help: .localized("Time until it locks again, 1 to 1440; default: 12 hours."))
    var minutes: Int?

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.unlock")
      params.add("name", name)
      if let minutes {
        guard (1...1440).contains(minutes) else { throw CommandError.usage("--minutes must be 1 to 1440") }
        params.add("duration_ms", String(minutes * 60_000))
      }
      try ProfilesCommand.change(params, self) {
        ProfilesPage.unlocked(name, $0)
      }
    }
  }

  struct Lock: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "lock", abstract: localized("Lock profiles, so that they require their PINs again."),
      usage: "movierpc profiles lock [NAME] [options]")

    @Argument(help: .localized("Name of the profile; default: all."), completion: CompletionWords.profiles)
    var name: String?

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.lock")
      params.add("name", name)
      try ProfilesCommand.change(params, self) { _ in
        ProfilesPage.locked(name)
      }
    }
  }

  struct Remove: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: localized("Delete a profile and all its data."),
      usage: "movierpc profiles remove NAME [options]", aliases: ["rm", "delete"])

    @Argument(help: .localized("Name of the profile."), completion: CompletionWords.profiles)
    var name: String

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.remove")
      params.add("name", name)
      try ProfilesCommand.change(params, self) { _ in
        ProfilesPage.removed(name)
      }
    }
  }

  /// A change that may need the PIN of an existing profile.
  private static func change(
    _ params: MethodParams, _ answer: some AnswerOptions, _ line: (JSONValue) -> String
  ) throws(CommandError) {
    let form = try answer.form()
    _ = try params.json()
    var caller = try RPCClient.connected(answer.connection.options)
    try change(params, &caller, form, line)
  }

  private static func change(
    _ params: MethodParams, _ caller: inout RPCClient, _ form: ResultPrinter.Form,
    _ line: (JSONValue) -> String
  ) throws(CommandError) {
    try ResultPrinter.show(try caller.result(params, pin: PINInput.current), form) { tree, _ in line(tree) }
  }
}
