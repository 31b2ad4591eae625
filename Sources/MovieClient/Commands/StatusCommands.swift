import JSONRPC
import MovieProtocol

// What the daemon is, and whether all is well with it.

extension Command {
  private static var aboutRunningDaemon: String {
    localizedParagraphs(
      """
      Prints a table on a terminal, JSON on one line in a pipe. Never starts
      a daemon: exit status 3 if none is running.
      """)
  }

  static let status = daemonStatus

  /// Also `daemon status`.
  static let daemonStatus = Command(
    "status", summary: "Show the daemon's state and figures.",
    discussion: aboutRunningDaemon,
    method: "status", options: [.report],
    run: Answer.ofRunningDaemon { (result, screen, invocation, caller) throws(CommandError) in
      let socket = try Environment.socketPath(option: invocation.connection.socket)
      // A daemon that cannot tell, such as an older one, still has its figures.
      let account = try? caller.json("account.status")
      return StatusPage.text(result, account: account ?? .null, socket: socket, on: screen)
    })

  static let clients = Command(
    "clients", summary: "List the clients connected to the daemon.",
    discussion: aboutRunningDaemon,
    method: "clients", options: [.report],
    run: Answer.ofRunningDaemon { (result, screen, _, _) in ClientsPage.text(result, on: screen) })

  static let doctor = Command(
    "doctor", summary: "Find problems and show how to fix them.",
    discussion: localizedParagraphs(
      """
      Changes nothing and starts nothing. Each line is ok, a warning, a
      problem or, marked with -, a note. --json prints
      {"findings":[{"name","state","message","hint"}]}.

      Exit status 1 if there is a problem, else 0.
      """),
    options: [.report],
    run: { (invocation) throws(CommandError) in
      let isForPrograms = invocation.isForPrograms
      let findings = DisplayLanguage.$ofScope.withValue(isForPrograms ? .english : .current) {
        Doctor.findings(
          DoctorEnvironment(socketOption: invocation.connection.socket),
          Deadline(invocation.connection.timeout))
      }
      if isForPrograms {
        try Output.json(Array(Doctor.json(findings).text().utf8), oneLine: true)
      } else {
        try Pager.show(Doctor.page(findings, on: .current()))
      }
      if let failure = Doctor.failure(findings) { throw failure }
    })

  static let sync = Command(
    "sync", summary: "Share the library with your other machines.",
    discussion: localizedParagraphs(
      """
      The setting sync.folder names the folder that they share.

        movierpc doctor         shows whether all is well
        movierpc sync reset     starts over, and keeps all lists
      """),
    subcommands: [
      Command(
        "reset", summary: "Rebuild the record of changes, and keep all lists.",
        discussion: localizedParagraphs(
          """
          For a record that is full of what others have written, or after the
          clock was wrong. All lists stay, and count as added now. A title that
          was removed may come back from a machine that has not read of it.
          """),
        method: "sync.reset", options: [.report],
        run: Answer.show { result, _ in
          let text =
            result["changed"] == true
            ? localized("The record of changes was rebuilt; all lists stay.")
            : localized("No folder is shared: sync.folder in config.toml names one.")
          return text + "\n"
        })
    ])
}
