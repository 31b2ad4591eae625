import JSONRPC
import MovieProtocol

/// Changes titles of the watchlist or of the favourites, and reports each.
enum ListChange {
  typealias Line = @Sendable (_ result: JSONValue, _ key: String, _ screen: Screen) -> String

  /// - Parameter isWatched: the mark that the verb itself sets.
  static func run(_ line: @escaping Line, marking isWatched: Bool? = nil) -> Command.Run {
    { (invocation) throws(CommandError) in
      let titles = try KeyOrWords.list(invocation.words, for: invocation.name)
      guard titles.count == 1 || !invocation.has("if-version") else {
        throw .usage(
          "--if-version is for one title, not \(titles.count)", hint: "leave it out, or name one title")
      }
      var params = try invocation.params()
      if let isWatched { params.add("watched", json: .bool(isWatched)) }
      let form = try invocation.form(ifEmpty: localized("nothing was changed: the title is not known"))
      var caller = try TitleCommand.connect(invocation)
      try TitleCommand.change(
        titles, invocation, params, &caller, changed: { JSONView<LibraryChange>($0).title?.title }
      ) { (title, result) throws(CommandError) in
        let key = if case .key(let key) = title { key } else { "" }
        if invocation.command.name == "remove" { try expectChange(result, key, form, line) }
        try ResultPrinter.show(result, form) { tree, _ in line(tree, key, .ofChange) }
      }
    }
  }

  /// To the daemon, a title that is not there is removed already. To a person it is a mistake.
  private static func expectChange(
    _ result: [UInt8], _ key: String, _ form: ResultPrinter.Form, _ line: Line
  ) throws(CommandError) {
    let tree = try RPCClient.json(result)
    guard JSONView<LibraryChange>(tree).isChanged == false else { return }
    if !form.isForPeople { try ResultPrinter.show(result, form) { _, _ in "" } }
    throw CommandError(.notFound, "\(line(tree, key, .endless))", kind: "not_found")
  }
}

extension Invocation {
  /// Why the list has nothing to show.
  func emptiness(of list: EmptyList) -> String {
    let isFiltered = ["q", "genre", "type", "watched", "unwatched", "state"].contains(where: has)
    return isFiltered || !place.isEmpty ? list.nothingFound(place) : list.text
  }
}
