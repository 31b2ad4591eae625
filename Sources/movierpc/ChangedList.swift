import JSONRPC
import MovieClient
import MovieProtocol

/// A list of the library, for reporting its changes.
struct ChangedList: Sendable {
  /// The method that reads it.
  var method: String
  var isListed: @Sendable (JSONView<Title.UserState>) -> Bool?
  var line: @Sendable (_ result: JSONValue, _ key: String, _ count: Int?) -> String

  static let watchlist = ChangedList(
    method: "watchlist", isListed: { $0.isOnWatchlist }, line: LibraryChangeLine.watchlist)
  static let favorites = ChangedList(
    method: "favorites", isListed: { $0.isFavorite }, line: LibraryChangeLine.favorites)

  /// - Parameters:
  ///   - verb: the second part of the method's name, after the list's name.
  ///   - prefersListed: a match that is on the list is preferred.
  func change(
    _ verb: String, _ arguments: ChangeArguments, prefersListed: Bool,
    _ fill: (inout MethodParams) -> Void = { _ in }
  ) throws(CommandError) {
    let command = "\(method) \(verb)"
    let titles = try KeyOrWords.list(arguments.title, for: command)
    guard titles.count == 1 || arguments.ifRev == nil else {
      throw .usage("--if-rev is for one title, not \(titles.count)", hint: "leave it out, or name one title")
    }
    var params = MethodParams("\(method).\(verb)")
    fill(&params)
    params.add("if_rev", arguments.ifRev)
    // Invalid options are reported before anything is sent.
    _ = try params.json()
    let form = try arguments.answer.form(ifEmpty: "nothing was changed: the title is not known")
    var caller = try TitleCommand.connected(arguments.connection.options, for: arguments.title)
    try TitleCommand.each(titles) { (title) throws(CommandError) in
      var params = params
      caller.restartDeadline()
      let key = try TitleCommand.key(
        of: title, preferring: prefersListed ? { isListed($0.userState) == true } : nil, &caller)
      params.add("key", key)
      let result = try caller.result(params)
      // The change is done: failing to count its list is no failure of the change.
      let count = form.isForPeople ? try? count(&caller) : nil
      try ResultPrinter.show(result, form) { tree, _ in line(tree, key, count ?? nil) }
    }
  }

  private func count(_ caller: inout RPCClient) throws(CommandError) -> Int? {
    var params = MethodParams(method)
    params.add("page_size", "1")
    return JSONView<PageCount>(try caller.json(params)).totalResults
  }
}
