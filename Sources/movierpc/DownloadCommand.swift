import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract: localized("Download titles for offline use."),
    usage: """
      movierpc download KEY ... | WORDS ... [--assets LIST] [--wait | --no-wait] [options]
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
    subcommands: [Add.self, List.self, Show.self, Pause.self, Resume.self, Remove.self, AddByDefault.self],
    defaultSubcommand: AddByDefault.self)
}

extension DownloadCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: localized("Download titles; the same as download KEY."),
      usage: "movierpc download add KEY ... | WORDS ... [--assets LIST] [--wait | --no-wait] [options]",
      discussion: localizedParagraphs(
        """
        A title that is downloaded already keeps its download; new assets are
        added. Waiting has no time limit unless you give --timeout.
        """))

    @Argument(
      help: .localized("Keys of titles, or words of one's name."), completion: CompletionTitles.suggested)
    var title: [String] = []

    @Option(
      help: .localized(
        "poster, backdrop, preview, trailer; default: all but trailer.", valueName: "a,b"),
      completion: .list(Download.Asset.Kind.allCases.map(\.rawValue)))
    var assets: String?

    @Flag(help: .localized("Wait until it is done; the default on a terminal."))
    var wait = false

    @Flag(help: .localized("Do not wait; the default in a pipe."))
    var noWait = false

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      guard !(wait && noWait) else {
        throw CommandError.usage("--wait and --no-wait cannot be combined", hint: "leave one of them out")
      }
      let titles = try KeyOrWords.list(title, for: "download")
      var params = MethodParams("downloads.add")
      params.add("assets", (assets ?? "").split(separator: ",").map(String.init))
      // Invalid options are reported before anything is sent.
      _ = try params.json()
      let form = try output.form()
      var caller = try TitleCommand.connected(connection.options, for: title)
      let waits = wait || !noWait && Output.isTerminal
      var (keys, isUnfinished, refused): ([String], Bool, CommandError?) = ([], false, nil)
      do throws(CommandError) {
        try TitleCommand.each(titles) { (title) throws(CommandError) in
          caller.restartDeadline(connection.timeout ?? .usual)
          let result = try TitleCommand.change(title, self.title, of: "download add", params, &caller) {
            JSONView<Title>($0)
          }
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
        caller.restartDeadline(connection.timeout ?? .max)
        let done = try waiting.run(&caller)
        try ResultPrinter.show(Array(done.text().utf8), form, DownloadPage.text)
      }
      if let refused { throw refused }
    }
  }

  /// `download dune`: a mistyped verb must not become a title.
  struct AddByDefault: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add-by-default", shouldDisplay: false)

    @OptionGroup var add: Add

    func run() throws {
      if let word = add.title.first, VerbHint.isVerb(word, among: Root.verbs(of: "download")) {
        var failure = Root.noVerb(["download"] + add.title)
        let title = add.title.map(ShellWord.quoted).joined(separator: " ")
        failure.hint = [failure.hint, localized("to download the title: movierpc download add \(title)")]
          .compactMap(\.self).joined(separator: "\n")
        throw failure
      }
      try add.run()
    }
  }

  struct List: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: localized("List the downloads, unfinished ones first."),
      usage: "movierpc download list [--state STATE] [options]", aliases: ["ls"])

    @Option(
      help: .localized("Only downloads in this state.", valueName: "queued|active|paused|done|failed"),
      completion: .list(MethodTable.choices("downloads", "state")))
    var state: String?

    @OptionGroup var list: ListArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("downloads")
      params.add("state", state)
      let place = list.pages.place
      let all = EmptyList.downloads
      let empty = state == nil && place.isEmpty ? all.text : all.nothingFound(place)
      try list.show(
        params, connection, try form(ifEmpty: "\(empty)"), of: .download, DownloadPage.list)
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: localized("Show a download, with its files."),
      usage: "movierpc download show KEY ... | WORDS ... [options]", aliases: ["get"])

    @OptionGroup var one: DownloadArguments

    func run() throws { try one.call("show", DownloadsGetMethod.self) }
  }

  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: localized("Pause downloads, or all."),
      usage: "movierpc download pause [KEY ... | WORDS ...] [options]")

    @OptionGroup var any: AnyDownloadArguments

    func run() throws { try any.call("pause", DownloadsPauseMethod.self) }
  }

  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: localized("Resume paused or failed downloads, or all."),
      usage: "movierpc download resume [KEY ... | WORDS ...] [options]")

    @OptionGroup var any: AnyDownloadArguments

    func run() throws { try any.call("resume", DownloadsResumeMethod.self) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: localized("Stop a download and remove its files."),
      usage: "movierpc download remove KEY ... | WORDS ... [options]", aliases: ["rm", "delete"])

    @OptionGroup var one: DownloadArguments

    func run() throws {
      try one.call("remove", DownloadsRemoveMethod.self) { tree, _ in
        localized("\(TerminalText.cleaned(JSONView<Download>(tree).title ?? "")) was removed") + "\n"
      }
    }
  }
}

/// Selects downloads by keys, or one by its whole name.
struct DownloadArguments: AnswerOptions {
  @Argument(help: .localized("Keys of titles, or words of one's name."), completion: CompletionWords.listed)
  var title: [String]

  @OptionGroup var output: OutputArguments
  @OptionGroup var connection: ConnectionArguments

  func call(
    _ verb: String, _ method: any RPCMethod.Type,
    _ page: (JSONValue, Screen) -> String = { DownloadPage.text($0, on: $1) }
  ) throws(CommandError) {
    try Self.call(title, verb, method, self, page)
  }

  static func call(
    _ words: [String], _ verb: String, _ method: any RPCMethod.Type, _ answer: some AnswerOptions,
    _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    let titles = try KeyOrWords.list(words, for: "download \(verb)")
    let form = try answer.form(ifEmpty: "there are no downloads")
    var caller = try TitleCommand.connected(answer.connection.options, for: words)
    try TitleCommand.each(titles) { (title) throws(CommandError) in
      caller.restartDeadline()
      let params = MethodParams(method.method.name)
      let result = try TitleCommand.change(title, words, of: "download \(verb)", params, &caller) {
        JSONView<Title>($0["results"]?.arrayValue?.first ?? $0)
      }
      try ResultPrinter.show(result, form, page)
    }
  }
}

/// Selects downloads; without a title, all.
struct AnyDownloadArguments: AnswerOptions {
  @Argument(
    help: .localized("Keys of titles, or words of one's name; default: all."),
    completion: CompletionWords.listed)
  var title: [String] = []

  @OptionGroup var output: OutputArguments
  @OptionGroup var connection: ConnectionArguments

  func call(_ verb: String, _ method: any RPCMethod.Type) throws(CommandError) {
    guard title.isEmpty else {
      return try DownloadArguments.call(title, verb, method, self, DownloadPage.list)
    }
    let form = try form(ifEmpty: "there are no downloads")
    try show(MethodParams(method.method.name), as: form, DownloadPage.list)
  }
}
