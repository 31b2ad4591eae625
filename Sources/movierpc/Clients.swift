import ArgumentParser
import MovieClient

struct Clients: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients",
    abstract: localized("List the clients connected to the daemon."),
    discussion: localizedParagraphs(
      """
      Prints a table on a terminal, JSON on one line in a pipe. Never starts
      a daemon: exit status 3 if none is running.
      """))

  @OptionGroup var form: ReportArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    try Report.show("clients", connection.options, form) { result, screen, _ in
      ClientsPage.text(result, on: screen)
    }
  }
}
