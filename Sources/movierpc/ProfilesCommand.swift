import ArgumentParser
import JSONRPC
import MovieClient

struct ProfilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profiles",
    abstract: "See, make and choose the people of a household.",
    discussion: """
      Each has its own watchlist, favourites, searches and settings.

        movierpc profiles
        movierpc profiles create kids --age-limit 12
        movierpc profiles update default --pin
        movierpc profiles select kids --default
        movierpc profiles select default --default
        movierpc profiles unlock default
        movierpc --profile kids watchlist
        movierpc profiles delete kids

      A PIN is needed to enter a profile that has one. That of "default"
      is also needed to leave a profile with an age limit for one that
      shows more. "unlock" gives a PIN once for all your programs, until
      "lock", some hours later, or the end of the daemon.

      A PIN is never an argument, which others could read: it is asked for
      without being shown, or read from standard input, a line for each,
      a new one first.
      """,
    subcommands: [
      Show.self, Create.self, Update.self, Select.self, Unlock.self, Lock.self, Delete.self,
    ], defaultSubcommand: Show.self)
}

extension ProfilesCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the profiles, which profiles alone does too.",
      usage: "movierpc profiles [options]")

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: UnexpectedArguments

    func run() throws {
      try stray.expectNone(ProfilesCommand.configuration)
      try Ask.show(
        MethodParams("profiles"), connection.options, try answer.form(), ProfilesPage.text)
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a profile.",
      usage: "movierpc profiles create NAME [--age-limit N] [--age-region DE] [--pin] [options]")

    @Argument(help: "Its name.")
    var name: String

    @Option(help: ArgumentHelp("Hide what is for people older than this, 0 to 21.", valueName: "years"))
    var ageLimit: String?

    @Option(help: ArgumentHelp("Whose certificates count; else those of your region.", valueName: "country"))
    var ageRegion: String?

    @Flag(help: "Give it a PIN, which is asked for or read from standard input.")
    var pin = false

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: UnexpectedArguments

    func run() throws {
      try expectOneWord()
      let form = try answer.form()
      var params = MethodParams("profiles.create")
      params.add("name", name)
      params.add("age_limit", ageLimit)
      params.add("age_region", ageRegion)
      _ = try params.json()
      if pin { params.add("pin", json: .string(try PINInput.new())) }
      var deadline = Deadline(connection.options.timeout)
      var caller = try Caller.connected(connection.options, &deadline)
      let result = try caller.result(params.method, params: try params.json(), deadline)
      try Ask.show(result, form) { tree, _ in
        let settings = ageLimit.flatMap { _ in try? caller.result("settings", deadline) }
        return ProfilesPage.created(name, tree, settings: settings.flatMap { try? Ask.tree($0) })
      }
    }

    private func expectOneWord() throws(Failure) {
      guard !stray.words.isEmpty else { return }
      guard !pin else {
        throw .usage(
          "a PIN must not be an argument, which others can read",
          hint: "--pin asks for it, or reads it from standard input. Take it out of your shell's history")
      }
      let words = TerminalText.cleaned(([name] + stray.words).joined(separator: " "))
      throw .usage(
        "create takes one name", hint: "with blanks: movierpc profiles create " + ShellWord.quoted(words))
    }
  }

  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update", abstract: "Change a profile's name, age limit or PIN.",
      usage: "movierpc profiles update NAME [--name NEW] [--age-limit N] [--pin] [options]")

    @Argument(help: "Its name.", completion: KnownWords.profiles)
    var name: String

    @Option(name: .customLong("name"), help: ArgumentHelp("Its new name.", valueName: "new"))
    var newName: String?

    @Option(help: ArgumentHelp("Hide what is for people older than this, 0 to 21.", valueName: "years"))
    var ageLimit: String?

    @Flag(help: "Hide nothing any more.")
    var noAgeLimit = false

    @Option(help: ArgumentHelp("Whose certificates count.", valueName: "country"))
    var ageRegion: String?

    @Flag(help: "Give it a PIN, or another one.")
    var pin = false

    @Flag(help: "Take its PIN away.")
    var noPin = false

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let form = try answer.form()
      var params = MethodParams("profiles.update")
      params.add("name", name)
      params.add("new_name", newName)
      params.add("age_limit", ageLimit)
      params.add("age_region", ageRegion)
      params.add("reset", [noAgeLimit ? "age_limit" : nil, noPin ? "pin" : nil].compactMap(\.self))
      guard pin || noPin || newName != nil || ageLimit != nil || noAgeLimit || ageRegion != nil else {
        throw Failure.usage(
          "nothing is to be changed", hint: "movierpc profiles update --help lists what can be")
      }
      _ = try params.json()
      if pin { params.add("new_pin", json: .string(try PINInput.new())) }
      try ProfilesCommand.change(params, connection.options, form) {
        ProfilesPage.updated(newName ?? name, $0)
      }
    }
  }

  struct Select: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "select", abstract: "Choose the profile of new connections.",
      usage: "movierpc profiles select NAME [--default] [options]",
      discussion: """
        A choice is that of a connection, and ends with it: without --default
        this only shows whether NAME can be chosen.
        """)

    @Argument(help: "Its name.", completion: KnownWords.profiles)
    var name: String

    @Flag(help: "New connections begin in it, also after a restart.")
    var `default` = false

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.select")
      params.add("name", name)
      params.add("default", `default`)
      try ProfilesCommand.change(params, connection.options, try answer.form()) { result in
        ProfilesPage.selected(name, result, isDefault: `default`)
      }
    }
  }

  struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unlock", abstract: "Give a profile's PIN once for all your programs.",
      usage: "movierpc profiles unlock NAME [--minutes N] [options]")

    @Argument(help: "Its name.", completion: KnownWords.profiles)
    var name: String

    @Option(help: "How long, 1 to 1440; else 12 hours.")
    var minutes: Int?

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.unlock")
      params.add("name", name)
      if let minutes {
        guard (1...1440).contains(minutes) else { throw Failure.usage("--minutes must be 1 to 1440") }
        params.add("duration_ms", String(minutes * 60_000))
      }
      try ProfilesCommand.change(params, connection.options, try answer.form()) {
        ProfilesPage.unlocked(name, $0)
      }
    }
  }

  struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lock", abstract: "Have profiles ask for their PINs again.",
      usage: "movierpc profiles lock [NAME] [options]")

    @Argument(help: "Its name; left out, all of them.", completion: KnownWords.profiles)
    var name: String?

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.lock")
      params.add("name", name)
      try ProfilesCommand.change(params, connection.options, try answer.form()) { _ in
        ProfilesPage.locked(name)
      }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a profile with all that is its own.",
      usage: "movierpc profiles delete NAME [options]")

    @Argument(help: "Its name.", completion: KnownWords.profiles)
    var name: String

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.remove")
      params.add("name", name)
      try ProfilesCommand.change(params, connection.options, try answer.form()) { _ in
        ProfilesPage.deleted(name)
      }
    }
  }

  /// A change that may need the PIN of an existing profile.
  private static func change(
    _ params: MethodParams, _ connection: ConnectionOptions, _ form: Ask.Form, _ line: (JSONValue) -> String
  ) throws(Failure) {
    _ = try params.json()
    var deadline = Deadline(connection.timeout)
    var caller = try Caller.connected(connection, &deadline)
    try Ask.show(try caller.result(params, &deadline), form) { tree, _ in line(tree) }
  }
}
