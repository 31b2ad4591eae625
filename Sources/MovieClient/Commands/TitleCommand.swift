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

  /// Connects for the titles of a command.
  ///
  /// - Parameter words: as typed; `-` means that standard input has keys, and no PINs.
  static func connected(
    _ connection: ConnectionOptions, for words: [String]
  ) throws(CommandError) -> RPCClient {
    try RPCClient.connected(connection, pin: words == ["-"] ? PINInput.ofPerson : PINInput.current)
  }

  /// As it was sent.
  ///
  /// - Parameter hasPage: a page is printed that begins with the name of the title.
  static func result(
    _ params: MethodParams, _ invocation: Invocation, hasPage: Bool = false
  ) throws(CommandError) -> [UInt8] {
    let title = try KeyOrWords(invocation.words, for: invocation.name)
    var params = params
    title.add(to: &params)
    var caller = try RPCClient.connected(invocation.connection)
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

  /// The answer to a change of a title; one that was named by words is reported on standard error.
  ///
  /// - Parameter changed: the title in the answer.
  static func change(
    _ title: KeyOrWords, _ invocation: Invocation, _ params: MethodParams, _ caller: inout RPCClient,
    changed: (JSONValue) -> JSONView<Title>?
  ) throws(CommandError) -> [UInt8] {
    var params = params
    title.add(to: &params)
    let result: [UInt8]
    do throws(CommandError) {
      result = try caller.result(params)
    } catch {
      guard !error.candidates.isEmpty else { throw error }
      var error = error
      error.hint = error.candidates.map { candidate in
        let line = TypedCommand.current.line(
          replacing: invocation.words, of: invocation.name, with: candidate.key)
        return "\(candidate.name): \(line)"
      }.joined(separator: "\n")
      throw error
    }
    if case .words = title, let title = changed(try RPCClient.json(result)) {
      Output.note(KeyOrWords.found(title))
    }
    return result
  }
}
