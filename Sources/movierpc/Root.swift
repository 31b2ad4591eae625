import ArgumentParser
import MovieClient
import MovieProtocol

/// The command tree: help texts, and every command that need not be as fast as a function call.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "movierpc",
    abstract: localized("Client of movierpcd, the movie service for the desktop."),
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
      and --json override this. These options, --format, --as, --color,
      --profile, --socket, --timeout and --no-spawn may also precede the
      command.

      Exit status: 0 done, 1 failed, 2 wrong usage and nothing was done,
      3 the daemon cannot be reached, 4 an API key is missing, 5 not found,
      6 try later, 124 --timeout passed.
      """),
    version: "movierpc \(Version.program) (protocol \(Version.wire))",
    groupedSubcommands: [
      CommandGroup(
        name: localized("Films and series"),
        subcommands: [
          Search.self, Suggest.self, Browse.self, HomeCommand.self, Detail.self, Trailer.self, Poster.self,
        ]),
      CommandGroup(name: localized("Playback"), subcommands: [Play.self, PlayerCommand.self]),
      CommandGroup(
        name: localized("Your library"),
        subcommands: [
          DownloadCommand.self, Watchlist.self, Releases.self, Favorites.self, SearchesCommand.self,
          LibraryCommand.self, AccountCommand.self, SyncCommand.self, ProfilesCommand.self,
          SettingsCommand.self,
        ]),
      CommandGroup(
        name: localized("Names"), subcommands: [Genres.self, Countries.self, Languages.self, Providers.self]),
      CommandGroup(
        name: localized("For bars and programs"),
        subcommands: [Watch.self, Call.self, Pipe.self, Methods.self, Describe.self, Completions.self]),
      CommandGroup(
        name: localized("The daemon"),
        subcommands: [
          Status.self, Clients.self, DoctorCommand.self, CatalogueCommand.self, DaemonCommand.self,
        ]),
    ])

  /// - Parameter leading: the options given before the command; they are moved after its words.
  static func perform(_ words: [String], leading: LeadingOptions) throws(CommandError) -> ExitStatus {
    // Between the words of a command they also precede one, as in `watchlist --json add dune`.
    let between = try LeadingOptions(Array(words.dropFirst()))
    let words = Array(words.prefix(1) + words.dropFirst(1 + between.count))
    try expectCommand(words)
    let path = Array(words.prefix(length(words)))
    var options = words.isEmpty ? [] : leading.output + between.words
    if words.first.map({ !offline.contains($0) }) ?? false {
      options += leading.connection + (endless.contains(path) ? [] : leading.limit)
    }
    options += words.dropFirst(path.count)
    if path.count == 1, let option = options.first { try expectVerb(of: path[0], before: option) }
    let whole = path + options
    do {
      var command = try parseAsRoot(CompletionRoot.words(whole))
      try command.run()
      return .done
    } catch let failure as CommandError {
      throw corrected(failure, whole, path)
    } catch {
      // ArgumentParser makes the help for each of the next calls, and traps below 27 columns.
      let width = max(Screen.current().width, minColumns)
      Environment.set("COLUMNS", String(width))
      guard exitCode(for: error).isSuccess else {
        if words.first == CompletionRoot.request {
          throw .usage(
            "\(CompletionRoot.request) is for the scripts of movierpc completions",
            hint: "movierpc completions --help shows how to install one")
        }
        throw unparsed(message(for: error), whole, path)
      }
      // Help and the version are also thrown as errors.
      try Output.write(HelpPage.text(fullMessage(for: error), width: width) + "\n")
      return .done
    }
  }

  private static let minColumns = 40

  /// Commands that do not use the connection's options, and ignore them.
  private static let offline = ["completions", "help"]

  /// Commands that run until they are ended.
  private static let endless = [["watch"], ["daemon", "log"]]

  /// The number of words that name the command: two for `settings set`, one for `settings --all`.
  private static func length(_ words: [String]) -> Int {
    guard let word = words.first, words.count > 1 else { return words.count }
    return verbs(of: word).contains(words[1]) ? 2 : 1
  }
}
