import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct DownloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download",
    abstract: "Download titles for offline use.",
    usage: """
      movierpc download KEY | WORDS ... [--assets LIST] [--wait | --no-wait] [options]
             movierpc download list | get | pause | resume | delete ...
      """,
    discussion: """
      Downloads a title's facts, its pictures and, if iTunes has one, its
      preview. KEY and WORDS are as for detail. The daemon continues when
      this command ends, and after a restart.

        movierpc download dune
        movierpc download movie/438631 --assets poster,trailer --no-wait
        movierpc download list
        movierpc download pause
        movierpc download delete dune

      On a terminal it waits and shows the progress, else it does not wait.
      Without a network a download waits until there is one.
      Trailers need yt-dlp.
      """,
    subcommands: [Add.self, List.self, Get.self, Pause.self, Resume.self, Delete.self],
    defaultSubcommand: Add.self)
}

extension DownloadCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Download a title; the same as download KEY.",
      usage: "movierpc download KEY | WORDS ... [--assets LIST] [--wait | --no-wait] [options]",
      discussion: """
        A title that is downloaded already keeps its download; new assets are
        added. Waiting has no time limit unless you give --timeout.
        """)

    @Argument(help: "A title's key, or words of its name.")
    var title: [String] = []

    @Option(
      help: ArgumentHelp(
        "poster, backdrop, preview, trailer; default: all but trailer.", valueName: "a,b"),
      completion: .list(Download.Asset.Kind.allCases.map(\.rawValue)))
    var assets: String?

    @Flag(inversion: .prefixedNo, help: "Wait until it is done.")
    var wait: Bool?

    @OptionGroup var answer: OutputArguments
    @OptionGroup var connection: PatientConnection

    func run() throws {
      let title = try KeyOrWords(title, for: "download")
      var params = MethodParams("downloads.add")
      params.add("assets", (assets ?? "").split(separator: ",").map(String.init))
      // Invalid options are reported before anything is sent.
      _ = try params.json()
      let form = try answer.form()
      var caller = try RPCClient.connected(connection.options)
      params.add("key", try TitleCommand.key(of: title, MethodParams("search"), &caller))
      let result = try caller.result(params)
      guard wait ?? Output.isTerminal else { return try ResultPrinter.show(result, form, DownloadPage.text) }
      let key = JSONView<Download>(try RPCClient.json(result)).text(\.key) ?? ""
      var waiting = DownloadWait(key: key)
      caller.restartDeadline(connection.timeout ?? .longest)
      let done = try waiting.run(&caller)
      try ResultPrinter.show(Array(done.text().utf8), form, DownloadPage.text)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the downloads, unfinished ones first.",
      usage: "movierpc download list [--state STATE] [options]")

    @Option(
      help: ArgumentHelp("Only downloads in this state.", valueName: "queued|active|paused|done|failed"),
      completion: .list(MethodTable.choices("downloads", "state")))
    var state: String?

    @OptionGroup var list: ListArguments
    @OptionGroup var answer: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("downloads")
      params.add("state", state)
      let place = list.pages.place
      let empty = state == nil && place.isEmpty ? "there are no downloads" : "no such download" + place
      try list.show(
        params, connection, try answer.form(ifEmpty: empty), of: "download", DownloadPage.list)
    }
  }

  struct Get: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Show one download, with its files.",
      usage: "movierpc download get KEY | WORDS ... [options]")

    @OptionGroup var one: DownloadArguments

    func run() throws { try one.ask("get", DownloadsGetMethod.self) }
  }

  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause", abstract: "Pause one download, or all.",
      usage: "movierpc download pause [KEY | WORDS ...] [options]")

    @OptionGroup var one: DownloadArguments

    func run() throws { try one.ask("pause", DownloadsPauseMethod.self, orAll: true, DownloadPage.list) }
  }

  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume", abstract: "Resume one paused or failed download, or all.",
      usage: "movierpc download resume [KEY | WORDS ...] [options]")

    @OptionGroup var one: DownloadArguments

    func run() throws { try one.ask("resume", DownloadsResumeMethod.self, orAll: true, DownloadPage.list) }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Stop a download and remove its files.",
      usage: "movierpc download delete KEY | WORDS ... [options]")

    @OptionGroup var one: DownloadArguments

    func run() throws {
      try one.ask("delete", DownloadsRemoveMethod.self) { tree, _ in
        "\(TerminalText.cleaned(JSONView<Download>(tree).title ?? "")) was deleted\n"
      }
    }
  }
}

/// Selects a download. A match that has a download is preferred.
struct DownloadArguments: ParsableArguments {
  @Argument(help: "A title's key, or words of its name.", completion: CompletionWords.listed)
  var title: [String] = []

  @OptionGroup var answer: OutputArguments
  @OptionGroup var connection: ConnectionArguments

  /// - Parameter orAll: without a title it applies to all.
  func ask(
    _ command: String, _ method: any RPCMethod.Type, orAll: Bool = false,
    _ page: (JSONValue, Screen) -> String = { DownloadPage.text($0, on: $1) }
  ) throws(CommandError) {
    var params = MethodParams(method.method.name)
    let form = try answer.form(ifEmpty: "there are no downloads")
    let subject = orAll && title.isEmpty ? nil : try KeyOrWords(title, for: "download \(command)")
    var caller = try RPCClient.connected(connection.options)
    if let subject {
      let key = try TitleCommand.key(
        of: subject, preferring: { $0.userState.download != Title.UserState.Download.none }, &caller)
      params.add("key", key)
    }
    try ResultPrinter.show(try caller.result(params), form, page)
  }
}
