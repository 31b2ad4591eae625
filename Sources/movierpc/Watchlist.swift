import ArgumentParser
import JSONRPC
import MovieClient

struct Watchlist: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watchlist",
    abstract: localized("Show and change the watchlist."),
    discussion: localizedParagraphs(
      """
      KEY is as for detail. WORDS are the whole name of a title, perhaps with
      its year; for remove, update, watched and unwatched of one that is on
      the watchlist. A name that is not clear changes nothing, and lists
      titles that may be meant. You can give many KEYs; - reads them from
      standard input, one per line.

        movierpc watchlist
        movierpc watchlist --unwatched --sort-by vote_average
        movierpc watchlist --genre comedy --as rofi | rofi -dmenu
        movierpc watchlist add blade runner --note 'with Ana'
        movierpc watchlist add movie/78 movie/348 tv/1399
        movierpc search dune --format '{key}' | movierpc watchlist add -
        movierpc watchlist watched blade runner
        movierpc watchlist remove movie/78

      movierpc watchlist list --help lists the options of the list itself.
      """),
    subcommands: [List.self, Add.self, Update.self, Watched.self, Unwatched.self, Remove.self],
    defaultSubcommand: List.self)
}

extension Watchlist {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the watchlist, newest first; the same as watchlist alone."),
      usage: "movierpc watchlist [--unwatched] [--genre GENRE] [--type movie|tv] [options]",
      aliases: ["ls", "show"])

    @Flag(help: .localized("Only unwatched titles."))
    var unwatched = false

    @Flag(help: .localized("Only watched titles."))
    var watched = false

    @OptionGroup var library: LibraryArguments
    @OptionGroup var list: ListArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var picker: PickerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try WatchedFlags.expectOne(watched, unwatched)
      var params = MethodParams("watchlist")
      if watched || unwatched { params.add("watched", json: .bool(watched)) }
      library.add(to: &params)
      let empty = library.emptiness(of: .watchlist, list.pages.place, isFiltered: watched || unwatched)
      try list.show(params, connection, try output.form(ifEmpty: "\(empty)", picker: picker)) {
        LibraryTable.watchlist($0, on: $1)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: localized("Add titles to the watchlist."),
      usage: "movierpc watchlist add KEY ... | WORDS ... [--note TEXT] [--watched] [options]",
      discussion: localized("If the title is already there, --note and --watched change it."))

    @Option(help: .localized("Your note.", valueName: "text"))
    var note: String?

    @Flag(help: .localized("Mark it as watched."))
    var watched = false

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("add", change) {
        $0.add("note", note)
        $0.add("watched", watched)
      }
    }
  }

  struct Update: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "update",
      abstract: localized("Change a title's note or watched mark."),
      usage:
        "movierpc watchlist update KEY ... | WORDS ... [--note TEXT] [--watched | --unwatched] [options]",
      discussion: localizedParagraphs(
        """
        Values that you leave out stay as they are; --note '' removes the note.
        Exit status 5: the title is not on the watchlist.
        """))

    @Option(help: .localized("Your note.", valueName: "text"))
    var note: String?

    @Flag(help: .localized("Mark it as watched."))
    var watched = false

    @Flag(help: .localized("Remove the watched mark."))
    var unwatched = false

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try WatchedFlags.expectOne(watched, unwatched)
      guard note != nil || watched || unwatched else {
        throw CommandError.usage(
          "name at least one change", hint: "give --note TEXT, --watched or --unwatched")
      }
      try ChangedList.watchlist.change("update", change) {
        $0.add("note", note)
        if watched || unwatched { $0.add("watched", json: .bool(watched)) }
      }
    }
  }

  struct Watched: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "watched", abstract: localized("Mark titles as watched, as update --watched does."),
      usage: "movierpc watchlist watched KEY ... | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("update", change, typed: "watched") {
        $0.add("watched", json: true)
      }
    }
  }

  struct Unwatched: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unwatched", abstract: localized("Mark titles as unwatched."),
      usage: "movierpc watchlist unwatched KEY ... | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("update", change, typed: "unwatched") {
        $0.add("watched", json: false)
      }
    }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: localized("Take titles off the watchlist, with their notes and marks."),
      usage: "movierpc watchlist remove KEY ... | WORDS ... [options]",
      discussion: localizedParagraphs(
        """
        WORDS are the whole name of a title on the watchlist.
        Exit status 5: the title is not on the watchlist.
        """), aliases: ["rm", "delete"])

    @OptionGroup var change: ChangeArguments

    func run() throws {
      try ChangedList.watchlist.change("remove", change)
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
