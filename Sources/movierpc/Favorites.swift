import ArgumentParser
import MovieClient

struct Favorites: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "favorites",
    abstract: localized("Show and change your favourites."),
    discussion: localizedParagraphs(
      """
      KEY is as for detail. WORDS are the whole name of a title, perhaps with
      its year; for remove of a favourite. A name that is not clear changes
      nothing, and lists titles that may be meant. You can give many KEYs; -
      reads them from standard input, one per line. browse recommended is
      based on your favourites.

        movierpc favorites
        movierpc favorites --type tv --sort-by title
        movierpc favorites add game of thrones
        movierpc favorites toggle movie/78
        movierpc favorites remove tv/1399

      movierpc favorites list --help lists the options of the list itself.
      """),
    subcommands: [List.self, Add.self, Remove.self, Toggle.self], defaultSubcommand: List.self)
}

extension Favorites {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the favourites, newest first; the same as favorites alone."),
      usage: "movierpc favorites [--genre GENRE] [--type movie|tv] [options]", aliases: ["ls", "show"])

    @OptionGroup var library: LibraryArguments
    @OptionGroup var list: ListArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var picker: PickerArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("favorites")
      library.add(to: &params)
      let empty = library.emptiness(of: .favorites, list.pages.place)
      try list.show(params, connection, try output.form(ifEmpty: "\(empty)", picker: picker)) {
        LibraryTable.favorites($0, on: $1)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: localized("Add titles to the favourites."),
      usage: "movierpc favorites add KEY ... | WORDS ... [options]")

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("add", change) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: localized("Remove titles from the favourites."),
      usage: "movierpc favorites remove KEY ... | WORDS ... [options]",
      discussion: localizedParagraphs(
        """
        WORDS are the whole name of a favourite.
        Exit status 5: the title is not a favourite.
        """), aliases: ["rm", "delete"])

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("remove", change) }
  }

  struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "toggle", abstract: localized("Toggle favourites."),
      usage: "movierpc favorites toggle KEY ... | WORDS ... [options]",
      discussion: localized("Use it for a key or a button; it prints whether the title was added or removed.")
    )

    @OptionGroup var change: ChangeArguments

    func run() throws { try ChangedList.favorites.change("toggle", change) }
  }
}
