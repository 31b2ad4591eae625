import JSONRPC
import MovieClient
import MovieProtocol

/// Shared by `detail`, `trailer` and the changes of lists: a KEY, or words for the best match.
enum TitleCommand {
  static func show(
    _ params: MethodParams, title words: [String], _ freshness: FreshnessArguments,
    _ connection: ConnectionOptions, _ form: ResultPrinter.Form, _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    try ResultPrinter.show(try result(params, words, freshness, connection), form, page)
  }

  /// As it was sent.
  static func result(
    _ params: MethodParams, _ words: [String], _ freshness: FreshnessArguments,
    _ connection: ConnectionOptions
  ) throws(CommandError) -> [UInt8] {
    let title = try KeyOrWords(words)
    // Invalid options are reported before anything is sent.
    _ = try params.json()
    var search = MethodParams("search")
    freshness.add(to: &search)
    var caller = try RPCClient.connected(connection)
    var params = params
    params.add("key", try key(of: title, search, &caller))
    return try caller.result(params)
  }

  /// The key; if it was searched for, the match is reported on standard error.
  static func key(
    of title: KeyOrWords, _ search: MethodParams = MethodParams("search"),
    preferring isPreferred: ((JSONView<Title>) -> Bool)? = nil, _ caller: inout RPCClient
  ) throws(CommandError) -> String {
    let (key, found) = try title.resolved(search, preferring: isPreferred) { (search) throws(CommandError) in
      try caller.json(search)
    }
    if let found { Output.note(found) }
    return key
  }
}
