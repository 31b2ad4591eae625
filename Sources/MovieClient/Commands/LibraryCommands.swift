import JSONRPC
import MovieProtocol

enum LibraryCommands {
  static let group = Command(
    "library", summary: "Export your library, and import titles.",
    discussion: localizedParagraphs(
      """
      An export has a profile's lists, searches and settings, without secrets.

        movierpc library export --file movies.jsonl
        movierpc library import movies.jsonl
        movierpc library import ~/letterboxd-ana-2026.zip --dry-run
        movierpc library undo
        movierpc library pending
        movierpc library export | jq -r '.title.title // empty'

      import also reads files of Letterboxd, IMDb and Trakt.
      """),
    subcommands: [export, LibraryImport.command, cancel, undo, pending])

  private static let export = Command(
    "export", summary: "Export everything, one line of JSON per entry.",
    usage: "[--file FILE] [--force] [options]",
    discussion: localizedParagraphs(
      """
      FILE is created readable by you only, and appears when it is complete.
      Without --file, and with --file -, entries go to standard output.
      """),
    method: "library.export", arguments: [.unwanted],
    options: [
      [
        Option("file", .text, placeholder: "path", completion: .files, help: "Write to this file."),
        .flag("force", help: "Replace the file if it exists."),
        .flag("json", "j", help: "No effect: the entries are always JSON."),
      ]
    ],
    run: { (invocation) throws(CommandError) in
      if let word = invocation.words.first {
        let line = ["library", "export", "--file", ShellWord.quoted(TerminalText.cleaned(word))]
        throw .usage(
          "the file of an export is an option",
          hint: "did you mean: movierpc \(line.joined(separator: " "))")
      }
      let path = invocation["file"].flatMap { $0 == "-" ? nil : $0 }
      let output = try path.map { path throws(CommandError) in
        try OutputFile(path, replaces: invocation.has("force"))
      }
      do throws(CommandError) {
        var caller = try invocation.connect()
        let count = try ExportedLibrary.read(&caller) { entry throws(CommandError) in
          if let output {
            try output.write(entry + Array("\n".utf8))
          } else {
            try Output.json(entry, oneLine: true)
          }
        }
        try output?.finish()
        if let path { Output.note(localized("\(Quantity.count(count, .entry)) in \(path)")) }
        // The export is whole, whatever comes of this.
        if let pending = try? ExportedLibrary.pending(&caller), pending > 0 {
          let titles = Quantity.count(pending, .title)
          Output.note(
            localized("not in the export, since they are pending: \(titles); see movierpc library pending"))
        }
      } catch {
        output?.discard()
        throw error
      }
    })

  private static let cancel = Command(
    "cancel", summary: "End an import that is in progress; nothing is imported.",
    method: "library.import.cancel", options: [.report],
    run: Answer.cancel)

  private static let undo = Command(
    "undo", summary: "Undo your last import as a whole.",
    discussion: localizedParagraphs(
      """
      What the import added is removed, and what it filled in is as before.
      What you have changed since stays, and is listed. An import can be
      undone until the next one, also after a restart of the daemon.
      """),
    method: "library.undo", options: [.report], run: Answer.show { ImportPage.undone($0, on: $1) })

  private static let pending = Command(
    "pending", summary: "List imported titles that are not matched yet.",
    usage: "[--clear] [options]",
    discussion: localizedParagraphs(
      """
      The daemon tries these titles again when there is a network or a key.
      A title it finds is put on its list; a title TMDB does not know stays
      here, with the reason.
      """),
    method: "library.pending",
    options: [[.flag("clear", help: "Clear the pending titles.")], .pages, .all, .output],
    exclusive: Command.usuallyExclusive + [["clear", "page"], ["clear", "page-size"], ["clear", "all"]],
    run: { (invocation) throws(CommandError) in
      guard invocation.has("clear") else {
        return try Answer.show(
          of: .title, ifEmpty: { localized("nothing is pending\($0.place)") }, PendingPage.text)(
            invocation)
      }
      let params = MethodParams("library.pending.clear")
      try ResultPrinter.show(params, invocation, try invocation.form()) { result, _ in
        PendingPage.cleared(result)
      }
    })
}

/// `library import`
enum LibraryImport {
  static let command = Command(
    "import", summary: "Import titles from a file into your library.",
    usage: "FILE [--format FORMAT] [--dry-run] [options]",
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
      """),
    method: "library.import",
    arguments: [
      Argument("FILE", completion: .files, help: "The file, at most 64 MiB; -: standard input.")
    ],
    options: [
      [
        .parameter("format", help: "Format of the file."),
        .flag("dry-run", for: "dry_run", help: "Show what would change, and change nothing."),
      ], .report,
    ],
    connection: .patient, exclusive: [["json", "text"]], run: run)

  @Sendable private static func run(_ invocation: Invocation) throws(CommandError) {
    let input = try ImportInput(invocation.words[0])
    let params = try invocation.params()
    var caller = try invocation.connect(usesInput: input.isStandardInput)
    if ProgressLine.isWanted {
      Output.note(
        localized(
          "Ctrl-C ends only this command: the daemon continues the import, and movierpc library cancel ends it."
        ))
    }
    let result = try input.withFile(beside: caller.connection.path) { (path) throws(CommandError) in
      var params = params
      params.add("file", path)
      return try ImportProgress.result(of: params, &caller, ImportPage.progress)
    }
    try ResultPrinter.show(
      result, ResultPrinter.Form(json: invocation.has("json"), text: invocation.has("text"))
    ) {
      ImportPage.text($0, on: $1)
    }
    if let failure = ImportPage.failure(try RPCClient.json(result)) { throw failure }
  }
}
