import JSONRPC
import MovieProtocol

/// Shared by `detail`, `trailer` and the changes of lists: a KEY, or words for the best match.
enum TitleCommand {
  /// Does `body` for each title. Of many titles, those that fail are reported, and the others are done.
  static func each<Title>(
    _ titles: [Result<Title, CommandError>], _ body: (Title) throws(CommandError) -> Void
  ) throws(CommandError) {
    guard titles.count > 1 else {
      for title in titles { try body(try title.get()) }
      return
    }
    var failures: [CommandError] = []
    for title in titles {
      do throws(CommandError) {
        try body(try title.get())
      } catch {
        // Without a daemon or a reader the others would fail as well.
        guard ![.unreachable, .timedOut, .brokenPipe].contains(error.status) else { throw error }
        Output.report(error)
        failures.append(error)
      }
    }
    guard let first = failures.first else { return }
    throw CommandError(first.status, "\(failures.count) of \(titles.count) titles failed")
  }

  /// Of `-`, standard input has keys and no PINs.
  static func connect(_ invocation: Invocation) throws(CommandError) -> RPCClient {
    try invocation.connect(usesInput: invocation.words == ["-"])
  }

  /// As it was sent.
  ///
  /// - Parameter hasPage: a page is printed that begins with the name of the title.
  static func result(
    _ params: MethodParams, _ invocation: Invocation, hasPage: Bool = false
  ) throws(CommandError) -> [UInt8] {
    let title = try KeyOrWords(invocation.words, for: invocation.name)
    var caller = try invocation.connect()
    return try result(title, params, invocation, hasPage: hasPage, &caller)
  }

  static func result(
    _ title: KeyOrWords, _ params: MethodParams, _ invocation: Invocation, hasPage: Bool,
    _ caller: inout RPCClient
  ) throws(CommandError) -> [UInt8] {
    var params = params
    title.add(to: &params)
    let result: [UInt8]
    do throws(CommandError) {
      result = try caller.result(params)
    } catch {
      guard error.status == .notFound, case .words(let words) = title else { throw error }
      throw nothingFound(words, invocation, error, &caller)
    }
    if case .words(let words) = title,
      let match = try RPCClient.json(result)["match"], match != .null
    {
      let note = KeyOrWords.found(JSONView<BestMatch>(match), words)
      if note.hasReason || !hasPage || !Output.sharesTerminal { Output.note(note.text) }
    }
    return result
  }

  /// With what a search for the words tells.
  private static func nothingFound(
    _ words: String, _ invocation: Invocation, _ error: CommandError, _ caller: inout RPCClient
  ) -> CommandError {
    var search = invocation.params(of: "search")
    search.add("q", words)
    search.add("page_size", "1")
    // This search is not worth recording.
    search.add("record", json: false)
    guard let found = try? caller.json(search), JSONView<TitlePage>(found).results.isEmpty else {
      return error
    }
    let reasons = SearchNotes.ifEmpty(words, found) { (params) throws(CommandError) in try caller.json(params)
    }
    var error = error
    error.hint = reasons.isEmpty ? nil : "\(reasons.joined(separator: "\n"))"
    return error
  }

  /// Makes the change of each title; one that words name is reported on standard error.
  ///
  /// - Parameters:
  ///   - limit: of each request; nil: that of the command.
  ///   - changed: the title in the answer.
  ///   - body: gets each answer.
  static func change(
    _ titles: [Result<KeyOrWords, CommandError>], _ invocation: Invocation, _ params: MethodParams,
    limit: Seconds? = nil, _ caller: inout RPCClient,
    changed: (JSONValue) -> JSONView<Title>? = { JSONView($0) },
    _ body: (_ title: KeyOrWords, _ result: [UInt8]) throws(CommandError) -> Void
  ) throws(CommandError) {
    try each(titles) { (title) throws(CommandError) in
      caller.restartDeadline(limit)
      var params = params
      title.add(to: &params)
      let result: [UInt8]
      do throws(CommandError) {
        result = try caller.result(params)
      } catch {
        throw error.naming(invocation)
      }
      if case .words = title, let title = changed(try RPCClient.json(result)) {
        Output.note(KeyOrWords.found(title))
      }
      try body(title, result)
    }
  }
}

extension CommandError {
  /// With the command for each title, or person, that may be meant.
  func naming(_ invocation: Invocation) -> CommandError {
    guard !candidates.isEmpty else { return self }
    var error = self
    error.hint = candidates.map { candidate in
      let line = TypedCommand.current.line(
        replacing: invocation.words, of: invocation.name, with: candidate.key)
      return "\(candidate.name): \(line)"
    }.joined(separator: "\n")
    return error
  }
}

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
  /// Why there is nothing to show: the list is empty, or a part of it.
  func emptiness(of list: String, part: String) -> String {
    let isFiltered = ["q", "genre", "type", "watched", "unwatched", "state"].contains(where: has)
    return isFiltered || !place.isEmpty ? part : list
  }
}
