import MovieProtocol

enum FavoritesCommands {
  static let group = Command(
    "favorites", summary: "Show and change your favourites.",
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
    standard: "list", usualVerb: "add", subcommands: [list, add, remove, toggle])

  private static let list = Command(
    "list", aliases: ["ls", "show"],
    summary: "List the favourites, newest first; the same as favorites alone.",
    usage: "[--genre GENRE] [--type movie|tv] [options]",
    method: "favorites", options: [.library, .pages, .all, .titles],
    run: Answer.list(ifEmpty: { $0.emptiness(of: .favorites) }) { LibraryTable.favorites($0, on: $1) })

  private static let add = Command(
    "add", summary: "Add titles to the favourites.", method: "favorites.add",
    arguments: [.titles(CompletionTitles.suggested)], options: [.change], run: change)

  private static let remove = Command(
    "remove", aliases: ["rm", "delete"], summary: "Remove titles from the favourites.",
    discussion: localizedParagraphs(
      """
      WORDS are the whole name of a favourite.
      Exit status 5: the title is not a favourite.
      """),
    method: "favorites.remove", arguments: [.titles(CompletionTitles.listed(by: "favorites"))],
    options: [.change], run: change)

  private static let toggle = Command(
    "toggle", summary: "Toggle favourites.",
    discussion: localized(
      "Use it for a key or a button; it prints whether the title was added or removed."),
    method: "favorites.toggle", arguments: [.titles(CompletionTitles.suggested)], options: [.change],
    run: change)

  private static let change = ListChange.run(LibraryChangeLine.favorites)
}
