import JSONRPC
import MovieProtocol

enum ProfilesCommands {
  static let group = Command(
    "profiles", summary: "Show, create and choose profiles.",
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
    standard: "list",
    subcommands: [
      Command(
        "list", aliases: ["ls", "show"], summary: "List the profiles; the same as profiles alone.",
        method: "profiles",
        options: [.output], run: Answer.show(ProfilesPage.text)),
      add, ProfileUpdate.command, select, unlock, lock, remove,
    ])

  private static let add = Command(
    "add", aliases: ["create"], summary: "Create a profile.",
    usage: "NAME [--age-limit N] [--age-region DE] [--pin] [options]",
    method: "profiles.create",
    arguments: [Argument("NAME", for: "name", help: "Name of the profile."), .unwanted],
    options: [
      [
        ageLimit,
        .parameter(
          "age_region", placeholder: "country", help: "Country of the certificates; default: your region."),
        .flag("pin", help: "Set a PIN, from a prompt or standard input."),
      ], .output,
    ],
    run: { (invocation) throws(CommandError) in
      try expectOneWord(invocation)
      let form = try invocation.form()
      var params = try invocation.params()
      if invocation.has("pin") { params.add("pin", json: .string(try PINInput.new())) }
      var caller = try invocation.connect()
      try ResultPrinter.show(try caller.result(params, ofHousehold: true), form) { tree, _ in
        let settings = invocation["age-limit"].flatMap { _ in try? caller.json("settings") }
        return ProfilesPage.created(invocation.words[0], tree, settings: settings)
      }
    })

  private static func expectOneWord(_ invocation: Invocation) throws(CommandError) {
    guard invocation.words.count > 1 else { return }
    guard !invocation.has("pin") else {
      throw .usage(
        "a PIN must not be an argument: other users can read it",
        hint: "use --pin and type it at the prompt. Remove this line from your shell's history")
    }
    let words = TerminalText.cleaned(invocation.words.joined(separator: " "))
    throw .usage(
      "a name with blanks needs quotes",
      hint: "did you mean: movierpc profiles add \(ShellWord.quoted(words))")
  }

  private static let select = Command(
    "select", summary: "Choose the profile of new connections.",
    usage: "NAME [--default] [options]",
    discussion: localizedParagraphs(
      """
      A choice lasts as long as the connection: without --default, this only
      checks that NAME can be chosen.
      """),
    method: "profiles.select", arguments: [name],
    options: [
      [
        .flag(
          "default", for: "default",
          help: "Make it the profile of new connections, also after a restart.")
      ], .output,
    ],
    run: change {
      ProfilesPage.selected($0.words[0], $1, isDefault: $0.has("default"))
    })

  private static let unlock = Command(
    "unlock", summary: "Unlock a profile for all your programs.",
    usage: "NAME [--minutes N] [options]",
    method: "profiles.unlock", arguments: [name],
    options: [
      [
        Option(
          "minutes", .checked(.integer(1...1440)), parameter: "duration_ms",
          help: "Time until it locks again, 1 to 1440; default: 12 hours.")
      ], .output,
    ],
    run: change(adding: { invocation, params in
      guard let minutes = invocation["minutes"].flatMap({ Int($0) }) else { return }
      params.add("duration_ms", String(minutes * 60_000))
    }) { ProfilesPage.unlocked($0.words[0], $1) })

  private static let lock = Command(
    "lock", summary: "Lock profiles, so that they require their PINs again.", method: "profiles.lock",
    arguments: [
      Argument(
        "NAME", .optional, for: "name", completion: .asked(CompletionValues.profiles),
        help: "Name of the profile; default: all.")
    ],
    options: [.output], run: change { invocation, _ in ProfilesPage.locked(invocation.words.first) })

  private static let remove = Command(
    "remove", aliases: ["rm", "delete"], summary: "Delete a profile and all its data.",
    usage: "NAME [--yes] [options]",
    discussion: localizedParagraphs(
      """
      This asks you first, because it cannot be undone. Without a terminal
      nothing is changed, and the exit status is 1, unless you give --yes.
      """),
    method: "profiles.remove",
    arguments: [name], options: [[.flag("yes", help: "Delete it without a question.")], .output],
    run: { (invocation) throws(CommandError) in
      let name = TerminalText.cleaned(invocation.words[0])
      if !invocation.has("yes") {
        try ConsentInput.expect(
          localized("Delete \(name) with its lists, searches and settings? Type yes or no:"),
          command: "movierpc profiles remove \(ShellWord.quoted(name))")
      }
      try change { _, _ in ProfilesPage.removed(invocation.words[0]) }(invocation)
    })

  static let name = Argument(
    "NAME", for: "name", completion: .asked(CompletionValues.profiles), help: "Name of the profile.")
  static let ageLimit = Option.parameter(
    "age_limit", placeholder: "years", help: "Hide titles certified for a higher age, 0 to 21.")

  /// A change that may need the PIN of an existing profile.
  private static func change(
    adding more: @escaping @Sendable (Invocation, inout MethodParams) -> Void = { _, _ in },
    _ line: @escaping @Sendable (Invocation, JSONValue) -> String
  ) -> Command.Run {
    { (invocation) throws(CommandError) in
      let form = try invocation.form()
      var params = try invocation.params()
      more(invocation, &params)
      var caller = try invocation.connect()
      try ResultPrinter.show(try caller.result(params, pin: PINInput.current), form) { tree, _ in
        line(invocation, tree)
      }
    }
  }
}

/// `profiles update`
private enum ProfileUpdate {
  static let command = Command(
    "update", summary: "Change a profile's name, age limit or PIN.",
    usage: "NAME [--name NEW] [--age-limit N] [--pin] [options]",
    method: "profiles.update", arguments: [ProfilesCommands.name],
    options: [
      [
        .parameter("new_name", named: "name", placeholder: "new", help: "New name of the profile."),
        ProfilesCommands.ageLimit, .flag("no-age-limit", help: "Remove the age limit."),
        .parameter("age_region", placeholder: "country", help: "Country of the certificates."),
        .flag("pin", help: "Set or change the PIN."), .flag("no-pin", help: "Remove the PIN."),
      ], .output,
    ],
    exclusive: Command.usuallyExclusive + [["age-limit", "no-age-limit"], ["pin", "no-pin"]], run: run)

  @Sendable private static func run(_ invocation: Invocation) throws(CommandError) {
    let form = try invocation.form()
    var params = try invocation.params()
    let removed = ["age_limit": "no-age-limit", "pin": "no-pin"].filter { invocation.has($0.value) }
    params.add("reset", removed.keys.sorted())
    let changes = ["name", "age-limit", "no-age-limit", "age-region", "pin", "no-pin"]
    guard changes.contains(where: invocation.has) else {
      throw .usage("name at least one change", hint: "movierpc profiles update --help lists the options")
    }
    var caller = try invocation.connect()
    let name = invocation.words[0]
    if invocation.has("pin") { try addPINs(of: name, to: &params, &caller) }
    try ResultPrinter.show(try caller.result(params, pin: PINInput.current), form) { tree, _ in
      ProfilesPage.updated(invocation["name"] ?? name, tree)
    }
  }

  /// The present one first, on standard input too.
  private static func addPINs(
    of name: String, to params: inout MethodParams, _ caller: inout RPCClient
  ) throws(CommandError) {
    if try caller.needsPIN(toChange: name), let present = try PINInput.current(localized("\(name) has a PIN"))
    {
      params.add("pin", json: .string(present))
    }
    params.add("new_pin", json: .string(try PINInput.new()))
    // Typing may take longer than the limit of time.
    caller.restartDeadline()
  }
}
