import JSONRPC
import MovieClient

/// What `detail` and `trailer` share: a KEY, or words for the best match.
enum TitleCommand {
  static func show(
    _ params: MethodParams, title words: [String], _ freshness: FreshnessArguments,
    _ connection: ConnectionOptions, _ form: Ask.Form, _ page: (JSONValue, Screen) -> String
  ) throws(Failure) {
    let title = try KeyWords(words)
    // What is wrong with the options is said before anything is asked.
    _ = try params.json()
    var search = MethodParams("search")
    freshness.add(to: &search)
    let deadline = Deadline(connection.timeout)
    var caller = Caller(try Daemon.connect(connection, deadline))
    let (key, found) = try title.resolved(search) { (search) throws(Failure) in
      try Ask.tree(try caller.result(search.method, params: try search.json(), deadline))
    }
    if let found { Output.note(found) }
    var params = params
    params.add("key", key)
    try Ask.show(try caller.result(params.method, params: try params.json(), deadline), form, page)
  }
}
