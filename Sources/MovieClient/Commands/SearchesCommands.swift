import JSONRPC
import MovieProtocol

enum SearchesCommands {
  static let group = Command(
    "searches", summary: "Show and forget your searches.",
    discussion: localizedParagraphs(
      """
      movierpc settings set record_searches false turns it off.

        movierpc searches
        movierpc searches --all --format '{term}'
        movierpc searches remove dune
        movierpc searches clear
      """),
    standard: "list", subcommands: [list, remove, clear])

  private static let list = Command(
    "list", aliases: ["ls", "show"], summary: "List the searches, newest first; the same as searches alone.",
    method: "searches", options: [.pages, .all, .output],
    run: Answer.show(of: .search, ifEmpty: { _ in localized("there are no searches") }) {
      SearchesPage.text($0, on: $1)
    })

  private static let remove = Command(
    "remove", aliases: ["rm", "delete"], summary: "Remove one search.",
    method: "searches.remove",
    arguments: [Argument("TERM", .some, for: "term", help: "The words of the search.")],
    options: [.output],
    run: { (invocation) throws(CommandError) in
      let term = invocation.words.joined(separator: " ")
      let params = try invocation.params()
      let form = try invocation.form()
      var caller = try invocation.connect()
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
    })

  private static let clear = Command(
    "clear", summary: "Remove all searches.", method: "searches.clear", options: [.output],
    run: Answer.show { result, _ in SearchesPage.removed(nil, result) })
}
