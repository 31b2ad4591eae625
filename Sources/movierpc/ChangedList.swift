import JSONRPC
import MovieClient
import MovieProtocol

/// A list of the library, for reporting its changes.
struct ChangedList: Sendable {
  var kind: ListedTitles.Kind
  var line: @Sendable (_ result: JSONValue, _ key: String, _ count: Int?, _ screen: Screen) -> String

  static var watchlist: ChangedList { ChangedList(kind: .watchlist, line: LibraryChangeLine.watchlist) }
  static var favorites: ChangedList { ChangedList(kind: .favorites, line: LibraryChangeLine.favorites) }

  /// - Parameters:
  ///   - verb: the second part of the method's name, after the list's name.
  ///   - isOfListed: the titles are those on the list; else any.
  func change(
    _ verb: String, _ arguments: ChangeArguments, isOfListed: Bool,
    _ fill: (inout MethodParams) -> Void = { _ in }
  ) throws(CommandError) {
    let command = "\(kind.method) \(verb)"
    let titles = try KeyOrWords.list(arguments.title, for: command)
    guard titles.count == 1 || arguments.ifRev == nil else {
      throw .usage("--if-rev is for one title, not \(titles.count)", hint: "leave it out, or name one title")
    }
    var params = MethodParams("\(kind.method).\(verb)")
    fill(&params)
    params.add("if_rev", arguments.ifRev)
    // Invalid options are reported before anything is sent.
    _ = try params.json()
    let form = try arguments.form(ifEmpty: "nothing was changed: the title is not known")
    var caller = try TitleCommand.connected(arguments.connection.options, for: arguments.title)
    try TitleCommand.each(titles) { (title) throws(CommandError) in
      var params = params
      caller.restartDeadline()
      let key =
        isOfListed
        ? try TitleCommand.key(of: title, on: kind, arguments.title, for: command, &caller)
        : try TitleCommand.key(of: title, MethodParams("search"), &caller)
      params.add("key", key)
      let result = try caller.result(params)
      if verb == "remove" { try expectChange(result, key, form) }
      // The change is done: failing to count its list is no failure of the change.
      let count = form.isForPeople ? try? count(&caller) : nil
      try ResultPrinter.show(result, form) { tree, _ in
        line(tree, key, count ?? nil, .ofChange)
      }
    }
  }

  /// To the daemon, a title that is not there is removed already. To a person it is a mistake.
  private func expectChange(
    _ result: [UInt8], _ key: String, _ form: ResultPrinter.Form
  ) throws(CommandError) {
    let tree = try RPCClient.json(result)
    guard JSONView<LibraryChange>(tree).isChanged == false else { return }
    if !form.isForPeople { try ResultPrinter.show(result, form) { _, _ in "" } }
    throw CommandError(.notFound, "\(line(tree, key, nil, .endless))", kind: "not_found")
  }

  private func count(_ caller: inout RPCClient) throws(CommandError) -> Int? {
    var params = MethodParams(kind.method)
    params.add("page_size", "1")
    return JSONView<PageCount>(try caller.json(params)).totalResults
  }
}
