import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct DaemonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daemon",
    abstract: localized("Start and stop the daemon, and read its log."),
    discussion: localized("Other commands start it when needed; it can also run as a systemd user service."),
    subcommands: [Start.self, Stop.self, Restart.self, Status.self, Log.self, Run.self])
}

extension DaemonCommand {
  struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "start",
      abstract: localized("Start the daemon if it is not running; print pid and socket."))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let deadline = Deadline(connection.options.timeout)
      try DaemonCommand.start(connection.options, deadline, form)
    }
  }

  struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: localized("Let the daemon finish open requests, and stop it."),
      discussion: localizedParagraphs(
        """
        Returns when the process has ended; it is no error if none was running.
        A daemon that does not answer for 3 seconds gets SIGTERM, and SIGKILL
        if it has not ended after drain_ms.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      let ended = try DaemonStop.stop(connection.options, Deadline(connection.options.timeout))
      try DaemonCommand.write(
        ended.map(DaemonCommand.line) ?? localized("movierpcd was not running"),
        [
          "pid": ended.map { .integer(Int($0.pid)) } ?? .null, "killed": .bool(ended?.wasKilled ?? false),
        ], form)
    }
  }

  struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "restart", abstract: localized("Stop the daemon if it is running, and start it."),
      discussion: localizedParagraphs(
        """
        Stops it like daemon stop, even if it hangs. With a mistake in
        config.toml the running daemon is not stopped.
        """))

    @OptionGroup var form: ReportArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      if let program = try? DaemonProgram.find(), case .fault(let words)? = DaemonFiles.read(program) {
        throw CommandError(.failed, "\(words)", hint: "the daemon was not restarted: correct the file first")
      }
      let deadline = Deadline(connection.options.timeout)
      let ended = try DaemonStop.stop(connection.options, deadline)
      if let ended, ended.wasKilled { Output.note(DaemonCommand.line(ended)) }
      try DaemonCommand.start(connection.options, deadline, form)
    }
  }

  struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: localized("Run the daemon in the foreground, with its log on standard error."),
      discussion: localized("All arguments are movierpcd's: movierpc daemon run --help"))

    @Argument(parsing: .captureForPassthrough, help: .localized("Arguments of movierpcd."))
    var arguments: [String] = []

    func run() throws {
      try DaemonRun.replaceProcess(arguments)
    }
  }

  struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: localized("Print the end of the daemon's log."),
      usage: "movierpc daemon log [--lines 50] [--follow] [options]",
      discussion: localized("The log is a file, or the journal if systemd starts the daemon."))

    @Option(help: .localized("Number of lines.", valueName: "n"))
    var lines = 50

    @Flag(help: .localized("Wait for further lines, until you press Ctrl-C."))
    var follow = false

    @OptionGroup var connection: EndlessConnection

    func run() throws {
      try connection.expectNoLimit("daemon log")
      guard lines >= 0 else { throw CommandError.usage("--lines must be 0 or more, not \(lines)") }
      throw DaemonLog.show(
        try Environment.socketPath(option: connection.socket), lines: lines, isFollowing: follow)
    }
  }

  private static func line(_ ended: DaemonStop.Ended) -> String {
    ended.wasKilled
      ? localized("movierpcd (pid \(ended.pid)) did not answer and was killed")
      : localized("movierpcd (pid \(ended.pid)) has ended")
  }

  private static func write(
    _ line: String, _ json: JSONValue, _ form: ReportArguments
  ) throws(CommandError) {
    if form.json {
      try Output.json(Array(json.text().utf8), oneLine: true)
    } else {
      try Output.write(line + "\n")
    }
  }

  private static func start(
    _ options: ConnectionOptions, _ deadline: Deadline, _ form: ReportArguments
  ) throws(CommandError) {
    let before = try DaemonConnector.connectIfRunning(options, deadline)?.peerPID
    var caller = RPCClient(try DaemonConnector.connect(options, deadline), deadline) {
      () throws(CommandError) in
      try DaemonConnector.connect(options, deadline)
    }
    let status = JSONView<DaemonStatus>(try caller.json("status"))
    let connection = caller.connection
    let pid = status.pid ?? connection.peerPID.map(Int.init) ?? 0
    // A daemon that was killed may still have been there at first.
    let isNew = before == nil || before != connection.peerPID
    try write(
      isNew
        ? localized("movierpcd has been started: pid \(pid), socket \(connection.path)")
        : localized("movierpcd is running already: pid \(pid), socket \(connection.path)"),
      ["pid": .integer(pid), "socket": .string(connection.path), "started": .bool(isNew)], form)
  }
}
