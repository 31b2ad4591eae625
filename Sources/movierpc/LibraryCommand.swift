import ArgumentParser
import JSONRPC
import MovieClient

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: localized("Export your library, and import titles."),
    discussion: localizedParagraphs(
      """
      An export has a profile's lists, searches and settings, without secrets.

        movierpc library export --file movies.jsonl
        movierpc library import movies.jsonl
        movierpc library import ~/letterboxd/watchlist.csv --dry-run
        movierpc library pending
        movierpc library export | jq -r '.title.title // empty'

      import also reads files of Letterboxd, IMDb and Trakt.
      """),
    subcommands: [Export.self, Import.self, Pending.self])
}

extension LibraryCommand {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: localized("Export everything, one line of JSON per entry."),
      usage: "movierpc library export [--file FILE] [--force] [options]",
      discussion: localizedParagraphs(
        """
        FILE is created readable by you only, and appears when it is complete.
        Without --file, and with --file -, entries go to standard output.
        """))

    @Argument(help: .hidden)
    var words: [String] = []

    @Option(help: .localized("Write to this file.", valueName: "path"), completion: .file())
    var file: String?

    @Flag(help: .localized("Replace the file if it exists."))
    var force = false

    @Flag(name: .shortAndLong, help: .localized("No effect: the entries are always JSON."))
    var json = false

    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      if let word = words.first {
        let line = ["library", "export", "--file", ShellWord.quoted(TerminalText.cleaned(word))]
        throw CommandError.usage(
          "the file of an export is an option",
          hint: "did you mean: movierpc \(line.joined(separator: " "))")
      }
      let output = try file.flatMap { path throws(CommandError) in
        path == "-" ? nil : try OutputFile(path, replaces: force)
      }
      do throws(CommandError) {
        var caller = try RPCClient.connected(connection.options)
        let count = try ExportedLibrary.read(&caller) { entry throws(CommandError) in
          if let output {
            try output.write(entry + Array("\n".utf8))
          } else {
            try Output.json(entry, oneLine: true)
          }
        }
        try output?.finish()
        if output != nil, let file {
          Output.note(localized("\(Quantity.count(count, .entry)) in \(file)"))
        }
      } catch {
        output?.discard()
        throw error
      }
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: localized("Import titles from a file into your library."),
      usage: "movierpc library import FILE [--format FORMAT] [--dry-run] [options]",
      discussion: localizedParagraphs(
        """
        An import never removes or replaces an entry. Titles without a TMDB
        number are searched for by name and year; missing or ambiguous titles
        are listed. You can import the same file again.

        --format movierpc    a file written by library export
        --format letterboxd  watchlist.csv, diary.csv, watched.csv, ratings.csv,
                             reviews.csv, likes/films.csv or a list
        --format imdb        a list, the watchlist or the ratings, as CSV
        --format trakt       a file of the export, such as lists-watchlist.json,
                             watched-movies.json or ratings-shows.json

        With - the file is read from standard input. Without --format the format
        is detected from its first lines.
        There is no time limit unless you give --timeout.

        If TMDB cannot be reached, the import waits for up to a minute. The
        daemon tries the remaining titles again later: see library pending.

        Exit status 0 if the whole file is in the library, 6 if titles are
        pending, 5 if others are missing.
        """))

    @Argument(help: .localized("The file, at most 64 MiB; -: standard input."), completion: .file())
    var file: String

    @Option(
      help: .localized("Format of the file.", valueName: "movierpc|letterboxd|imdb|trakt"),
      completion: .list(["movierpc", "letterboxd", "imdb", "trakt"]))
    var format: String?

    @Flag(help: .localized("Show what would change, and change nothing."))
    var dryRun = false

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      let input = try ImportInput(file)
      var params = MethodParams("library.import")
      params.add("format", try format ?? input.format())
      params.add("dry_run", dryRun)
      _ = try params.json()
      var caller = try RPCClient.connected(
        connection.options, pin: input.isStandardInput ? PINInput.ofPerson : PINInput.current)
      let progress = ImportProgress(ImportPage.progress)
      try progress.follow(&caller)
      defer { progress.end() }
      let result = try input.withFile(beside: caller.connection.path) { (path) throws(CommandError) in
        var params = params
        params.add("file", path)
        caller.restartDeadline(connection.timeout ?? .max)
        return try caller.result(params)
      }
      progress.end()
      try ResultPrinter.show(result, form.form) { ImportPage.text($0, on: $1) }
      if let failure = ImportPage.failure(try RPCClient.json(result)) { throw failure }
    }
  }
}
