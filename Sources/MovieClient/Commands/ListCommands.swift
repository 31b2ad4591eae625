import MovieProtocol

enum WatchlistCommands {
  static let group = Command(
    "watchlist", summary: "Show and change the watchlist.",
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
    standard: "list", usualVerb: "add", subcommands: [list, add, update, watched, unwatched, remove])

  private static let list = Command(
    "list", aliases: ["ls", "show"],
    summary: "List the watchlist, newest first; the same as watchlist alone.",
    usage: "[--unwatched] [--genre GENRE] [--type movie|tv] [options]",
    method: "watchlist",
    options: [
      [
        .flag("unwatched", for: "watched", sets: false, help: "Only unwatched titles."),
        .flag("watched", for: "watched", help: "Only watched titles."),
      ], .library, .pages, .all, .titles,
    ],
    exclusive: marks,
    run: Answer.show(
      of: .title,
      ifEmpty: {
        $0.emptiness(
          of: localized("the watchlist is empty"),
          part: localized("nothing found on the watchlist\($0.place)"))
      }
    ) {
      LibraryTable.watchlist($0, on: $1)
    })

  private static let add = Command(
    "add", summary: "Add titles to the watchlist.",
    usage: "KEY ... | WORDS ... [--note TEXT] [--watched] [options]",
    discussion: localized(
      "If the title is already there, --note and --watched change it."),
    method: "watchlist.add", arguments: [.titles(CompletionTitles.suggested)],
    options: [[note, mark], .change], run: ListChange.run(LibraryChangeLine.watchlist))

  private static let update = Command(
    "update", summary: "Change a title's note or watched mark.",
    usage: "KEY ... | WORDS ... [--note TEXT] [--watched | --unwatched] [options]",
    discussion: localizedParagraphs(
      """
      Values that you leave out stay as they are; --note '' removes the note.
      Exit status 5: the title is not on the watchlist.
      """),
    method: "watchlist.update", arguments: [listed],
    options: [
      [note, mark, .flag("unwatched", for: "watched", sets: false, help: "Remove the watched mark.")],
      .change,
    ],
    exclusive: marks,
    run: { (invocation) throws(CommandError) in
      guard ["note", "watched", "unwatched"].contains(where: invocation.has) else {
        throw .usage("name at least one change", hint: "give --note TEXT, --watched or --unwatched")
      }
      try ListChange.run(LibraryChangeLine.watchlist)(invocation)
    })

  private static let watched = Command(
    "watched", summary: "Mark titles as watched, as update --watched does.", method: "watchlist.update",
    arguments: [listed],
    options: [.change], run: ListChange.run(LibraryChangeLine.watchlist, marking: true))

  private static let unwatched = Command(
    "unwatched", summary: "Mark titles as unwatched.", method: "watchlist.update", arguments: [listed],
    options: [.change], run: ListChange.run(LibraryChangeLine.watchlist, marking: false))

  private static let remove = Command(
    "remove", aliases: ["rm", "delete"],
    summary: "Take titles off the watchlist, with their notes and marks.",
    discussion: localizedParagraphs(
      """
      WORDS are the whole name of a title on the watchlist.
      Exit status 5: the title is not on the watchlist.
      """),
    method: "watchlist.remove", arguments: [listed], options: [.change],
    run: ListChange.run(LibraryChangeLine.watchlist))

  private static let note = Option.parameter("note", placeholder: "text", help: "Your note.")
  private static let mark = Option.flag("watched", for: "watched", help: "Mark it as watched.")
  private static let marks = Command.usuallyExclusive + [["watched", "unwatched"]]
  private static let listed = Argument.titles(CompletionTitles.listed(by: "watchlist"))
}

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
    run: Answer.show(
      of: .title,
      ifEmpty: {
        $0.emptiness(
          of: localized("the list of favourites is empty"),
          part: localized("nothing found on the list of favourites\($0.place)"))
      }
    ) {
      LibraryTable.favorites($0, on: $1)
    })

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
