import ArgumentParser
import JSONRPC
import MovieClient

struct Watchlist: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watchlist",
    abstract: "Show and change the watchlist.",
    discussion: """
      KEY and WORDS are as for detail. For remove and update, WORDS name the
      best match on the watchlist.

        movierpc watchlist
        movierpc watchlist --unwatched --sort-by vote_average
        movierpc watchlist --genre comedy --as rofi | rofi -dmenu
        movierpc watchlist add blade runner --note 'with Ana'
        movierpc watchlist watched blade runner
        movierpc watchlist remove movie/78

      movierpc watchlist show --help lists the options of the list itself.
      """,
    subcommands: [Show.self, Add.self, Update.self, Watched.self, Unwatched.self, Remove.self],
    defaultSubcommand: Show.self)
}

extension Watchlist {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "List the watchlist, newest first; the same as watchlist alone.",
      usage: "movierpc watchlist [--unwatched] [--genre GENRE] [--type movie|tv] [options]")

    @Flag(help: "Only unwatched titles.")
    var unwatched = false

    @Flag(help: "Only watched titles.")
    var watched = false

    @OptionGroup var library: LibraryArguments
    @OptionGroup var answer: OutputArguments
    @OptionGroup var picker: PickerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: UnexpectedArguments

    func run() throws {
      try stray.expectNone(Watchlist.configuration, usual: "add")
      try WatchedFlags.expectOne(watched, unwatched)
      var params = MethodParams("watchlist")
      if watched || unwatched { params.add("unwatched", json: .bool(unwatched)) }
      library.add(to: &params)
      let empty = library.emptiness(of: "watchlist", isFiltered: watched || unwatched)
      try library.list.show(params, connection, try answer.form(ifEmpty: empty, picker: picker)) {
        LibraryTable.watchlist($0, on: $1)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a title to the watchlist.",
      usage: "movierpc watchlist add KEY | WORDS ... [--note TEXT] [--watched] [options]",
      discussion: "If the title is already there, --note and --watched change it.")

    @Option(help: ArgumentHelp("Your note.", valueName: "text"))
    var note: String?

    @Flag(help: "Mark it as watched.")
    var watched = false

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("add", change, prefersListed: false) {
        $0.add("note", note)
        $0.add("watched", watched)
      }
    }
  }

  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update",
      abstract: "Change a title's note or watched mark.",
      usage: "movierpc watchlist update KEY | WORDS ... [--note TEXT] [--watched | --unwatched] [options]",
      discussion: """
        Values that you leave out stay as they are; --note '' removes the note.
        Exit status 5: the title is not on the watchlist.
        """)

    @Option(help: ArgumentHelp("Your note.", valueName: "text"))
    var note: String?

    @Flag(help: "Mark it as watched.")
    var watched = false

    @Flag(help: "Remove the watched mark.")
    var unwatched = false

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try WatchedFlags.expectOne(watched, unwatched)
      guard note != nil || watched || unwatched else {
        throw CommandError.usage(
          "name at least one change", hint: "give --note TEXT, --watched or --unwatched")
      }
      try ChangedList.watchlist.change("update", change, prefersListed: true) {
        $0.add("note", note)
        if watched || unwatched { $0.add("watched", json: .bool(watched)) }
      }
    }
  }

  struct Watched: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watched", abstract: "Mark a title as watched, as update --watched does.",
      usage: "movierpc watchlist watched KEY | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("update", change, prefersListed: true) {
        $0.add("watched", json: true)
      }
    }
  }

  struct Unwatched: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unwatched", abstract: "Take that mark away, as update --unwatched does.",
      usage: "movierpc watchlist unwatched KEY | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("update", change, prefersListed: true) {
        $0.add("watched", json: false)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Take a title off the watchlist, with its note and mark.",
      usage: "movierpc watchlist remove KEY | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("remove", change, prefersListed: true)
    }
  }
}

/// `--watched` and `--unwatched`.
private enum WatchedFlags {
  static func expectOne(_ watched: Bool, _ unwatched: Bool) throws(CommandError) {
    guard watched, unwatched else { return }
    throw .usage("--watched and --unwatched cannot be combined", hint: "leave one of them out")
  }
}
