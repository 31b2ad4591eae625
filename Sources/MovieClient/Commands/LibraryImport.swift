import JSONRPC
import MovieProtocol

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
    var params = try invocation.params()
    if !invocation.has("format") { params.add("format", try input.format()) }
    var caller = try invocation.connect(usesInput: input.isStandardInput)
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
      return try caller.result(params)
    }
    progress.end()
    try ResultPrinter.show(
      result, ResultPrinter.Form(json: invocation.has("json"), text: invocation.has("text"))
    ) {
      ImportPage.text($0, on: $1)
    }
    if let failure = ImportPage.failure(try RPCClient.json(result)) { throw failure }
  }
}
