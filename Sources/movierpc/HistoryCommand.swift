import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: localized("Show and clear the search history."),
    discussion: localizedParagraphs(
      """
      movierpc settings set record_history false turns it off.

        movierpc history
        movierpc history --limit 100 --format '{term}'
        movierpc history remove dune
        movierpc history clear
      """),
    subcommands: [List.self, Remove.self, Clear.self], defaultSubcommand: List.self)
}

extension HistoryCommand {
  struct List: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the searches, newest first; the same as history alone."),
      usage: "movierpc history [--limit 20] [options]", aliases: ["ls", "show"])

    @Option(
      name: [.customShort("n", allowingJoined: true), .long],
      help: .localized("Maximum number, 1 to 100.", valueName: "n"))
    var limit: String?

    @OptionGroup var whole: AllArguments
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    /// The method's default.
    private static let usualLimit = 20

    func run() throws {
      var params = MethodParams("history")
      params.add("limit", limit)
      var form = try form(ifEmpty: "the history is empty")
      let isWhole = try whole.isWanted(form, page: limit.map { _ in "--limit" })
      let asked = isWhole ? nil : limit.flatMap { Int($0) } ?? Self.usualLimit
      form.more = { HistoryPage.more($0, limit: asked) }
      let readAll: ResultPrinter.ReadAll = { caller throws(CommandError) in try WholeList.history(&caller) }
      try ResultPrinter.show(params, connection.options, form, readAll: isWhole ? readAll : nil) {
        HistoryPage.text($0, limit: asked, on: $1)
      }
    }
  }

  struct Remove: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: localized("Remove one search."),
      usage: "movierpc history remove TERM ... [options]", aliases: ["rm", "delete"])

    @Argument(help: .localized("The words of the search."))
    var term: [String]

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let term = term.joined(separator: " ")
      var params = MethodParams("history.remove")
      params.add("term", term)
      _ = try params.json()
      let form = try form()
      var caller = try RPCClient.connected(connection.options)
      let result = try caller.result(params)
      let isChanged = JSONView(try RPCClient.json(result), Changed.shape)[\.self] == true
      if isChanged || !form.isForPeople {
        try ResultPrinter.show(result, form) { tree, _ in HistoryPage.removed(term, tree) }
      }
      guard isChanged else {
        throw CommandError(
          .notFound, "\"\(term)\" is not in the history", kind: "not_found",
          hint: "movierpc history lists the searches")
      }
    }
  }

  struct Clear: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: localized("Remove all searches."),
      usage: "movierpc history clear [options]")

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try show(MethodParams("history.clear")) { result, _ in HistoryPage.removed(nil, result) }
    }
  }
}
