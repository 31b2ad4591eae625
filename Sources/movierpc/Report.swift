import ArgumentParser
import JSONRPC
import MovieClient

/// The forms of an answer that is not a list of titles.
struct ReportArguments: ParsableArguments {
  @Flag(name: .shortAndLong, help: .localized("Print JSON on one line; default in a pipe."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("Print for people, also in a pipe."))
  var text = false

  func validate() throws { try Report.expectOneForm(json: json, text: text) }

  var form: ResultPrinter.Form { ResultPrinter.Form(json: json, text: text) }

  /// Of a change: a line for people also in a pipe, unless JSON is requested.
  var formOfChange: ResultPrinter.Form { ResultPrinter.Form(json: json, text: !json) }
}

/// The forms of an answer that needs no daemon. It accepts the options of a connection, which an alias may give
/// to all commands.
struct OfflineForm: ParsableArguments {
  @Flag(name: .shortAndLong, help: .localized("Print JSON on one line."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("Print for people; the default."))
  var text = false

  @OptionGroup(visibility: .hidden) var connection: ConnectionArguments

  func validate() throws { try Report.expectOneForm(json: json, text: text) }
}

/// Shared by `status` and `clients`: they query a running daemon and show the answer.
enum Report {
  /// ArgumentParser calls it, and only shows errors of its own.
  fileprivate static func expectOneForm(json: Bool, text: Bool) throws {
    if json, text { throw ValidationError(localized("--json and --text cannot be combined")) }
  }

  /// - Parameter page: may query more for people.
  static func show(
    _ method: String, _ options: ConnectionOptions, _ form: ReportArguments,
    _ page: (JSONValue, Screen, inout RPCClient) -> String
  ) throws(CommandError) {
    let deadline = Deadline(options.timeout)
    guard let connection = try DaemonConnector.connectIfRunning(options, deadline) else {
      throw DaemonConnector.notRunning(options)
    }
    var caller = RPCClient(connection, deadline)
    try caller.choose(options.profile)
    let result = try caller.result(method)
    try ResultPrinter.show(result, form.form) { page($0, $1, &caller) }
  }
}
