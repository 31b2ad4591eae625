import ArgumentParser
import MovieClient

struct Clients: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients",
    abstract: "Show who is connected to the daemon.",
    discussion: """
      A table on a terminal, JSON on one line in a pipe. Never starts a
      daemon: exit status 3 when none runs.
      """)

  @OptionGroup var form: ReportArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    try Report.show("clients", connection.options, form, ClientsPage.text)
  }
}
