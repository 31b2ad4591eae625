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

  @Flag(help: "Print JSON on a terminal too.")
  var json = false

  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let socket = try Environment.socketPath(option: connection.options.socket)
    try Report.show("status", connection.options, json: json) { StatusPage.text($0, socket: socket) }
  }
}
