import JSONRPC
import MovieClient

/// What `status` and `clients` share: they ask a daemon that runs and show the answer.
enum Report {
  static func show(
    _ method: String, _ options: ConnectionOptions, json: Bool, _ page: (JSONValue) -> String
  ) throws(Failure) {
    var deadline = Deadline(options.timeout)
    guard let connection = try Daemon.connectIfRunning(options, deadline) else { throw Daemon.notRunning }
    var caller = Caller(connection)
    try caller.choose(options.profile, &deadline)
    let result = try caller.result(method, deadline)
    guard !json, Output.isTerminal, let value = try? JSONValue(parsing: result.span) else {
      return try Output.json(result, oneLine: true)
    }
    try Output.write(page(value))
  }
}
