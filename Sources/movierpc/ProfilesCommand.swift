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
        movierpc profiles create parents --pin
        movierpc profiles select kids --default
        movierpc --profile parents watchlist
        movierpc profiles delete kids

      A PIN is needed to leave a profile that has one. It is never an
      argument, which others could read: it is asked for without being
      shown, or read from standard input, a line for each PIN.
      """,
    subcommands: [Show.self, Create.self, Select.self, Delete.self], defaultSubcommand: Show.self)
}

extension ProfilesCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the profiles, which profiles alone does too.",
      usage: "movierpc profiles [options]")

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: StrayWords

    func run() throws {
      try stray.expectNone(ProfilesCommand.configuration)
      try Ask.show(
        MethodParams("profiles"), connection.options, try answer.form(), ProfilesPage.text)
    }
  }

  struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Make a profile.",
      usage: "movierpc profiles create NAME [--age-limit N] [--pin] [options]")

    @Argument(help: "Its name.")
    var name: String

    @Option(help: ArgumentHelp("Hide what is for people older than this, 0 to 21.", valueName: "years"))
    var ageLimit: String?

    @Flag(help: "Give it a PIN, which is asked for or read from standard input.")
    var pin = false

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: StrayWords

    func run() throws {
      try expectOneWord()
      let form = try answer.form()
      var params = MethodParams("profiles.create")
      params.add("name", name)
      params.add("age_limit", ageLimit)
      _ = try params.json()
      if pin { params.add("pin", json: .string(try PINInput.new())) }
      try Ask.show(params, connection.options, form) { result, _ in ProfilesPage.created(name, result) }
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

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete a profile with all that is its own.",
      usage: "movierpc profiles delete NAME [options]")

    @Argument(help: "Its name.", completion: KnownWords.profiles)
    var name: String

    @OptionGroup var answer: AnswerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("profiles.delete")
      params.add("name", name)
      try ProfilesCommand.change(params, connection.options, try answer.form()) { _ in
        ProfilesPage.deleted(name)
      }
    }
  }

  /// What may need the PIN of a profile that is there.
  private static func change(
    _ params: MethodParams, _ connection: ConnectionOptions, _ form: Ask.Form, _ line: (JSONValue) -> String
  ) throws(Failure) {
    _ = try params.json()
    var deadline = Deadline(connection.timeout)
    var caller = try Caller.connected(connection, &deadline)
    try Ask.show(try caller.result(params, &deadline), form) { tree, _ in line(tree) }
  }
}
