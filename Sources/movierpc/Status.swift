import ArgumentParser
import JSONRPC
import MovieClient

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show how the daemon is doing.",
    discussion: """
      A table on a terminal, JSON on one line in a pipe. Never starts a
      daemon: exit status 3 when none runs.
      """)

  @OptionGroup var form: ReportArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let socket = try Environment.socketPath(option: connection.options.socket)
    try Report.show("status", connection.options, form) { StatusPage.text($0, socket: socket) }
  }
}
