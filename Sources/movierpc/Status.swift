import ArgumentParser
import JSONRPC
import MovieClient

struct Status: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: localized("Show the daemon's state and figures."),
    discussion: localizedParagraphs(
      """
      Prints a table on a terminal, JSON on one line in a pipe. Never starts
      a daemon: exit status 3 if none is running.
      """))

  @OptionGroup var form: ReportArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    let socket = try Environment.socketPath(option: connection.options.socket)
    try Report.show("status", connection.options, form) { result, screen, caller in
      // A daemon that cannot tell, such as an older one, still has its figures.
      let account = try? caller.json("account.status")
      return StatusPage.text(result, account: account ?? .null, socket: socket, on: screen)
    }
  }
}
