import JSONRPC
import MovieProtocol

enum DownloadCommands {
  static let group = Command(
    "download", summary: "Download titles for offline use.",
    usage: """
      KEY ... | WORDS ... [--assets LIST] [--wait | --no-wait] [options]
      movierpc download list | show | pause | resume | remove ...
      """,
    discussion: localizedParagraphs(
      """
      Downloads a title's facts, its pictures and, if iTunes has one, its
      preview. KEY is as for detail. WORDS are the whole name of a title,
      perhaps with its year; after a verb other than add of a downloaded one.
      A name that is not clear does nothing, and lists titles that may be
      meant. You can give many KEYs; - reads them from standard input, one
      per line. The daemon continues when this command ends, and after a
      restart. For a title that begins with a verb, such as Get Out, use
      download add.

        movierpc download dune
        movierpc download movie/438631 --assets poster,trailer --no-wait
        movierpc download list
        movierpc download pause
        movierpc download remove dune

      On a terminal it waits and shows the progress, else it does not wait.
      Without a network a download waits until there is one.
      Trailers need yt-dlp.
      """),
    standard: "add", usualVerb: "add", subcommands: [DownloadAdd.command, list, show, pause, resume, remove])

  private static let list = Command(
    "list", aliases: ["ls"], summary: "List the downloads, unfinished ones first.",
    usage: "[--state STATE] [options]",
    method: "downloads",
    options: [[.parameter("state", help: "Only downloads in this state.")], .pages, .all, .output],
    run: Answer.show(
      of: .download,
      ifEmpty: {
        $0.emptiness(of: localized("there are no downloads"), part: localized("no such download\($0.place)"))
      }, DownloadPage.list))

  private static let show = Command(
    "show", aliases: ["get"], summary: "Show a download, with its files.", method: "downloads.get",
    arguments: [listed],
    options: [.output], run: each(DownloadPage.text))

  private static let pause = Command(
    "pause", summary: "Pause downloads, or all.", method: "downloads.pause", arguments: [listedOrAll],
    options: [.output], run: each(orAll: DownloadsPauseAllMethod.method.name))

  private static let resume = Command(
    "resume", summary: "Resume paused or failed downloads, or all.", method: "downloads.resume",
    arguments: [listedOrAll],
    options: [.output], run: each(orAll: DownloadsResumeAllMethod.method.name))

  private static let remove = Command(
    "remove", aliases: ["rm", "delete"], summary: "Stop a download and remove its files.",
    method: "downloads.remove",
    arguments: [listed], options: [.output],
    run: each { tree, _ in
      localized("\(TerminalText.cleaned(JSONView<Download>(tree).title ?? "")) was removed") + "\n"
    })

  private static let listed = Argument.titles(CompletionTitles.listed(by: "downloads"))
  private static let listedOrAll = Argument(
    "KEY", .any, form: "[KEY ... | WORDS ...]",
    completion: .asked(CompletionTitles.listed(by: "downloads")),
    help: "Keys of titles, or words of one's name; default: all.")

  /// - Parameter all: the method that is called without a title.
  private static func each(orAll all: String) -> Command.Run {
    { (invocation) throws(CommandError) in
      guard invocation.words.isEmpty else {
        return try each { DownloadPage.list(["results": [$0]], on: $1) }(invocation)
      }
      try ResultPrinter.show(
        MethodParams(all), invocation,
        try invocation.form(ifEmpty: localized("there are no downloads")), DownloadPage.list)
    }
  }

  private static func each(_ page: @escaping Answer.Page) -> Command.Run {
    { (invocation) throws(CommandError) in
      let titles = try KeyOrWords.list(invocation.words, for: invocation.name)
      let form = try invocation.form(ifEmpty: localized("there are no downloads"))
      var caller = try TitleCommand.connect(invocation)
      let params = try invocation.params()
      try TitleCommand.change(titles, invocation, params, &caller) { (_, result) throws(CommandError) in
        try ResultPrinter.show(result, form, page)
      }
    }
  }
}

/// `download add`
private enum DownloadAdd {
  static let command = Command(
    "add", summary: "Download titles; the same as download KEY.",
    usage: "KEY ... | WORDS ... [--assets LIST] [--wait | --no-wait] [options]",
    discussion: localizedParagraphs(
      """
      A title that is downloaded already keeps its download; new assets are
      added. Waiting has no time limit unless you give --timeout.
      """),
    method: "downloads.add",
    // That none is given is told with an example.
    arguments: [
      Argument(
        "KEY", .any, form: "KEY ... | WORDS ...", completion: .asked(CompletionTitles.suggested),
        help: "Keys of titles, or words of one's name.")
    ],
    options: [
      [
        .parameter(
          "assets", placeholder: "a,b", help: "poster, backdrop, preview, trailer; default: all but trailer."),
        .flag("wait", help: "Wait until it is done; the default on a terminal."),
        .flag("no-wait", help: "Do not wait; the default in a pipe."),
      ], .output,
    ],
    connection: .patient, exclusive: Command.usuallyExclusive + [["wait", "no-wait"]], run: run)

  @Sendable private static func run(_ invocation: Invocation) throws(CommandError) {
    let titles = try KeyOrWords.list(invocation.words, for: invocation.name)
    let params = try invocation.params()
    let form = try invocation.form()
    var caller = try TitleCommand.connect(invocation)
    let waits = invocation.has("wait") || !invocation.has("no-wait") && Output.isTerminal
    var (keys, isUnfinished, refused): ([String], Bool, CommandError?) = ([], false, nil)
    do throws(CommandError) {
      let limit = invocation.limit ?? .usual
      try TitleCommand.change(titles, invocation, params, limit: limit, &caller) {
        (_, result) throws(CommandError) in
        guard waits else { return try ResultPrinter.show(result, form, DownloadPage.text) }
        let download = JSONView<Download>(try RPCClient.json(result))
        keys.append(download.text(\.key) ?? "")
        isUnfinished = isUnfinished || download.state != .done
      }
    } catch {
      // The others are waited for.
      guard !keys.isEmpty else { throw error }
      refused = error
    }
    if isUnfinished, ProgressLine.isWanted {
      Output.note(localized("Ctrl-C ends only this command: the daemon continues the download."))
    }
    try TitleCommand.each(keys.map { .success($0) }) { (key) throws(CommandError) in
      var waiting = DownloadWait(key: key)
      caller.restartDeadline(invocation.limit ?? .max)
      let done = try waiting.run(&caller)
      try ResultPrinter.show(Array(done.text().utf8), form, DownloadPage.text)
    }
    if let refused { throw refused }
  }
}
