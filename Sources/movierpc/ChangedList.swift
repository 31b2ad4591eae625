import JSONRPC
import MovieClient
import MovieProtocol

/// A list of the library, for reporting its changes.
struct ChangedList: Sendable {
  var method: String
  var line: @Sendable (_ result: JSONValue, _ key: String, _ screen: Screen) -> String

  static var watchlist: ChangedList { ChangedList(method: "watchlist", line: LibraryChangeLine.watchlist) }
  static var favorites: ChangedList { ChangedList(method: "favorites", line: LibraryChangeLine.favorites) }

  /// - Parameters:
  ///   - verb: the second part of the method's name, after the list's name.
  ///   - typed: the command's verb, if it is another one.
  func change(
    _ verb: String, _ arguments: ChangeArguments, typed: String? = nil,
    _ fill: (inout MethodParams) -> Void = { _ in }
  ) throws(CommandError) {
    let command = "\(method) \(typed ?? verb)"
    let titles = try KeyOrWords.list(arguments.title, for: command)
    guard titles.count == 1 || arguments.ifRev == nil else {
      throw .usage("--if-rev is for one title, not \(titles.count)", hint: "leave it out, or name one title")
    }
    var params = MethodParams("\(method).\(verb)")
    fill(&params)
    params.add("if_rev", arguments.ifRev)
    // Invalid options are reported before anything is sent.
    _ = try params.json()
    let form = try arguments.form(ifEmpty: "nothing was changed: the title is not known")
    var caller = try TitleCommand.connected(arguments.connection.options, for: arguments.title)
    try TitleCommand.each(titles) { (title) throws(CommandError) in
      caller.restartDeadline()
      let result = try TitleCommand.change(title, arguments.title, of: command, params, &caller) {
        JSONView<LibraryChange>($0).title?.title
      }
      let key = if case .key(let key) = title { key } else { "" }
      if verb == "remove" { try expectChange(result, key, form) }
      try ResultPrinter.show(result, form) { tree, _ in line(tree, key, .ofChange) }
    }
  }

  /// To the daemon, a title that is not there is removed already. To a person it is a mistake.
  private func expectChange(
    _ result: [UInt8], _ key: String, _ form: ResultPrinter.Form
  ) throws(CommandError) {
    let tree = try RPCClient.json(result)
    guard JSONView<LibraryChange>(tree).isChanged == false else { return }
    if !form.isForPeople { try ResultPrinter.show(result, form) { _, _ in "" } }
    throw CommandError(.notFound, "\(line(tree, key, .endless))", kind: "not_found")
  }
}
