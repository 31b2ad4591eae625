import ArgumentParser
import JSONRPC
import MovieClient

/// The forms of an answer that is not a list of titles.
struct ReportArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: .localized("Print JSON on one line; default in a pipe."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("Print for people, also in a pipe."))
  var text = false

  var form: ResultPrinter.Form { ResultPrinter.Form(json: json, text: text) }

  /// Of a change: a line for people also in a pipe, unless JSON is requested.
  var formOfChange: ResultPrinter.Form { ResultPrinter.Form(json: json, text: !json) }
}

/// Shared by `status` and `clients`: they query a running daemon and show the answer.
enum Report {
  static func show(
    _ method: String, _ options: ConnectionOptions, _ form: ReportArguments,
    _ page: (JSONValue, Screen) -> String
  ) throws(CommandError) {
    let deadline = Deadline(options.timeout)
    guard let connection = try DaemonConnector.connectIfRunning(options, deadline) else {
      throw DaemonConnector.notRunning
    }
    var caller = RPCClient(connection, deadline)
    try caller.choose(options.profile)
    try ResultPrinter.show(try caller.result(method), form.form, page)
  }
}
