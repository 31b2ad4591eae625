import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct SearchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searches",
    abstract: localized("Show and forget your searches."),
    discussion: localizedParagraphs(
      """
      movierpc settings set record_searches false turns it off.

        movierpc searches
        movierpc searches --limit 100 --format '{term}'
        movierpc searches remove dune
        movierpc searches clear
      """),
    subcommands: [List.self, Remove.self, Clear.self], defaultSubcommand: List.self)
}

extension SearchesCommand {
  struct List: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: localized("List the searches, newest first; the same as searches alone."),
      usage: "movierpc searches [--limit 20] [options]", aliases: ["ls", "show"])

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
      var params = MethodParams("searches")
      params.add("limit", limit)
      var form = try form(ifEmpty: "there are no searches")
      let isWhole = try whole.isWanted(form, page: limit.map { _ in "--limit" })
      let asked = isWhole ? nil : limit.flatMap { Int($0) } ?? Self.usualLimit
      form.more = { SearchesPage.more($0, limit: asked) }
      let readAll: ResultPrinter.ReadAll = { caller throws(CommandError) in try WholeList.searches(&caller) }
      try ResultPrinter.show(params, connection.options, form, readAll: isWhole ? readAll : nil) {
        SearchesPage.text($0, limit: asked, on: $1)
      }
    }
  }

  struct Remove: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: localized("Remove one search."),
      usage: "movierpc searches remove TERM ... [options]", aliases: ["rm", "delete"])

    @Argument(help: .localized("The words of the search."))
    var term: [String]

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let term = term.joined(separator: " ")
      var params = MethodParams("searches.remove")
      params.add("term", term)
      _ = try params.json()
      let form = try form()
      var caller = try RPCClient.connected(connection.options)
      let result = try caller.result(params)
      let isChanged = JSONView(try RPCClient.json(result), Changed.shape)[\.self] == true
      if isChanged || !form.isForPeople {
        try ResultPrinter.show(result, form) { tree, _ in SearchesPage.removed(term, tree) }
      }
      guard isChanged else {
        throw CommandError(
          .notFound, "\"\(term)\" is not among the searches", kind: "not_found",
          hint: "movierpc searches lists the searches")
      }
    }
  }

  struct Clear: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: localized("Remove all searches."),
      usage: "movierpc searches clear [options]")

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      try show(MethodParams("searches.clear")) { result, _ in SearchesPage.removed(nil, result) }
    }
  }
}
