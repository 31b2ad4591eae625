import ArgumentParser
import MovieClient

struct Favorites: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites",
    abstract: "Show and change your favourites.",
    discussion: """
      KEY and WORDS are as for detail. browse recommended is based on them.

        movierpc favorites
        movierpc favorites --type tv --sort-by title
        movierpc favorites add game of thrones
        movierpc favorites toggle movie/78
        movierpc favorites remove tv/1399

      movierpc favorites show --help lists the options of the list itself.
      """,
    subcommands: [Show.self, Add.self, Remove.self, Toggle.self], defaultSubcommand: Show.self)
}

extension Favorites {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "List the favourites, newest first; the same as favorites alone.",
      usage: "movierpc favorites [--genre GENRE] [--type movie|tv] [options]")

    @OptionGroup var library: LibraryArguments
    @OptionGroup var answer: OutputArguments
    @OptionGroup var picker: PickerArguments
    @OptionGroup var connection: ConnectionArguments
    @OptionGroup var stray: UnexpectedArguments

    func run() throws {
      try stray.expectNone(Favorites.configuration, usual: "add")
      var params = MethodParams("favorites")
      library.add(to: &params)
      let empty = library.emptiness(of: "list of favourites")
      try library.list.show(params, connection, try answer.form(ifEmpty: empty, picker: picker)) {
        LibraryTable.favorites($0, on: $1)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a title to the favourites.",
      usage: "movierpc favorites add KEY | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("add", change, prefersListed: false) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a title from the favourites.",
      usage: "movierpc favorites remove KEY | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("remove", change, prefersListed: true) }
  }

  struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "toggle", abstract: "Toggle a favourite.",
      usage: "movierpc favorites toggle KEY | WORDS ... [options]",
      discussion: "Use it for a key or a button; it prints whether the title was added or removed.")

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("toggle", change, prefersListed: false) }
  }
}
