import ArgumentParser
import JSONRPC
import MovieClient

extension LibraryCommand {
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
        --format letterboxd  the ZIP of your data, or watchlist.csv, diary.csv,
                             watched.csv, ratings.csv, reviews.csv,
                             likes/films.csv or a list of it
        --format imdb        a list, the watchlist or the ratings, as CSV
        --format trakt       the ZIP of your data, or a file of it, such as
                             lists-watchlist.json or watched-movies.json

        With - the file is read from standard input. Without --format the format
        is detected from its first lines.
        There is no time limit unless you give --timeout. The daemon goes on
        when this command ends; library cancel ends the import, and library undo
        undoes it.

        If TMDB cannot be reached, the import waits for up to a minute. The
        daemon tries the remaining titles again later: see library pending.

        Exit status 0 if the whole file is in the library, 6 if titles are
        pending, 5 if others are missing or something that the file says was
        not kept, such as ratings.
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
      if ProgressLine.isWanted {
        Output.note(
          localized(
            "Ctrl-C ends only this command: the daemon continues the import, and movierpc library cancel ends it."
          ))
      }
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

  struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: localized("End an import that is in progress; nothing is imported."),
      usage: "movierpc library cancel [options]")

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("library.import.cancel"), connection.options, form.form) {
        result, _ in
        let wasCancelled = result["changed"] == true
        return
          (wasCancelled ? localized("The import was cancelled.") : localized("No import is in progress."))
          + "\n"
      }
    }
  }

  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: localized("Undo your last import as a whole."),
      usage: "movierpc library undo [options]",
      discussion: localizedParagraphs(
        """
        What the import added is removed, and what it filled in is as before.
        What you have changed since stays, and is listed. An import can be
        undone until the next one, also after a restart of the daemon.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try ResultPrinter.show(MethodParams("library.undo"), connection.options, form.form) {
        ImportPage.undone($0, on: $1)
      }
    }
  }
}
