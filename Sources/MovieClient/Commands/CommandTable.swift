import MovieProtocol

/// Every command, in the groups of the help.
package enum CommandTable {
  struct Group {
    let name: LocalizedText
    let commands: [Command]

    init(_ name: LocalizedText, _ commands: [Command]) { (self.name, self.commands) = (name, commands) }
  }

  static let groups = [
    Group(
      "Films and series", [.search, .suggest, .browse, .discover, .home, .detail, .season, .trailer, .poster]),
    Group("Around a title", [.related, .collection, .reviews, .images, .find]),
    Group("People", [.person, .people, .credits, .follow, .unfollow]),
    Group("Playback", [.play, PlayerCommands.group]),
    Group(
      "Your library",
      [
        DownloadCommands.group, WatchlistCommands.group, .releases, FavoritesCommands.group,
        SearchesCommands.group, LibraryCommands.group, AccountCommands.group, .sync, ProfilesCommands.group,
        SettingsCommands.group,
      ]),
    Group("Names", [.genres, .countries, .languages, .providers]),
    Group("For bars and programs", [.watch, .call, .pipe, .methods, .describe, .completions]),
    Group("The daemon", [.status, .clients, .doctor, CatalogueCommands.group, DaemonCommands.group]),
  ]

  package static let root = Command(
    "movierpc", summary: "Client of movierpcd, the movie service for the desktop.",
    discussion: localizedParagraphs(
      """
      Films and series for status bars, launchers, editors and scripts. The
      daemon is started when it is not running. To begin with:

        movierpc home                          something to watch
        movierpc search dune                   find titles
        movierpc detail dune                   all facts about the best match
        movierpc trailer dune --play           watch its trailer
        movierpc watchlist add dune            save it for later
        movierpc call search q=dune year=2021  call a method, as programs do
        movierpc watch library --as waybar     for a status bar
        movierpc doctor                        find out what is wrong

      The output is text on a terminal and JSON on one line in a pipe; --text
      and --json override this. Options may stand before, between and after
      the words of a command.

      Exit status: 0 done, 1 failed, 2 wrong usage and nothing was done,
      3 the daemon cannot be reached, 4 an API key is missing, 5 not found,
      6 try later, 124 --timeout passed.
      """),
    subcommands: groups.flatMap { $0.commands } + [Command.help])

  /// The first command that calls the method, with the words that name it.
  static func command(calling method: String) -> (path: [String], command: Command)? {
    for command in root.subcommands {
      if command.method == method { return ([command.name], command) }
      for subcommand in command.subcommands where subcommand.method == method {
        let isStandard = command.standardSubcommand?.name == subcommand.name
        return (isStandard ? [command.name] : [command.name, subcommand.name], subcommand)
      }
    }
    return nil
  }
}
