import JSONRPC
import MovieProtocol

enum DaemonCommands {
  static let group = Command(
    "daemon", summary: "Start and stop the daemon, and read its log.",
    discussion: localized(
      "Other commands start it when needed; it can also run as a systemd user service."),
    subcommands: [start, stop, restart, .daemonStatus, log, runHere])

  private static let start = Command(
    "start", summary: "Start the daemon if it is not running; print pid and socket.", options: [.report],
    run: { (invocation) throws(CommandError) in
      let options = invocation.connection
      try start(invocation, options, Deadline(options.timeout))
    })

  private static let stop = Command(
    "stop", summary: "Let the daemon finish open requests, and stop it.",
    discussion: localizedParagraphs(
      """
      Returns when the process has ended; it is no error if none was running.
      A daemon that does not answer for 3 seconds gets SIGTERM, and SIGKILL
      if it has not ended after drain_ms.
      """),
    options: [.report],
    run: { (invocation) throws(CommandError) in
      let ended = try DaemonStop.stop(invocation.connection, Deadline(invocation.connection.timeout))
      try write(
        ended.map(line) ?? localized("movierpcd was not running"),
        [
          "pid": ended.map { .integer(Int($0.pid)) } ?? .null, "killed": .bool(ended?.wasKilled ?? false),
        ], invocation)
    })

  private static let restart = Command(
    "restart", summary: "Stop the daemon if it is running, and start it.",
    discussion: localizedParagraphs(
      """
      Stops it like daemon stop, even if it hangs. With a mistake in
      config.toml the running daemon is not stopped.

      The new daemon has the --config and the environment of the old one;
      variables that are set here override those.
      """),
    options: [.report],
    run: { (invocation) throws(CommandError) in
      var options = invocation.connection
      let path = try Environment.socketPath(option: options.socket)
      if let origin = LockHolder.serving(path).flatMap({ DaemonOrigin(pid: $0.pid) }) {
        origin.completeEnvironment()
        options.configurationFile = origin.configurationFile
      }
      if let program = try? DaemonProgram.find(),
        let words = DaemonFiles.fault(program, configurationFile: options.configurationFile)
      {
        throw CommandError(.failed, "\(words)", hint: "the daemon was not restarted: correct the file first")
      }
      let deadline = Deadline(options.timeout)
      let ended = try DaemonStop.stop(options, deadline, .restart)
      if let ended, ended.wasKilled { Output.note(line(ended)) }
      try start(invocation, options, deadline)
    })

  private static let log = Command(
    "log", summary: "Print the end of the daemon's log.",
    usage: "[--lines 50] [--follow] [options]",
    discussion: localized(
      "The log is a file, or the journal if systemd starts the daemon."),
    options: [
      [
        Option(
          "lines", .checked(.integer(0...1_000_000_000)), help: "Number of lines; default: \(usualLines)."),
        .flag("follow", help: "Wait for further lines, until you press Ctrl-C."),
      ]
    ],
    connection: .endless,
    run: { (invocation) throws(CommandError) in
      throw DaemonLog.show(
        try Environment.socketPath(option: invocation.connection.socket),
        lines: invocation["lines"].flatMap { Int($0) } ?? usualLines, isFollowing: invocation.has("follow"))
    })

  private static let usualLines = 50

  private static let runHere = Command(
    "run", summary: "Run the daemon in the foreground, with its log on standard error.",
    discussion: localized(
      "All arguments are movierpcd's: movierpc daemon run --help"),
    arguments: [Argument("ARGUMENTS", .any, help: "Arguments of movierpcd.")], connection: .unused,
    takesAllWords: true,
    run: { (invocation) throws(CommandError) in
      let socket = invocation["socket"].map { ["--socket", $0] } ?? []
      try DaemonRun.replaceProcess(socket + invocation.words)
    })

  private static func line(_ ended: DaemonStop.Ended) -> String {
    ended.wasKilled
      ? localized("movierpcd (pid \(ended.pid)) did not answer and was killed")
      : localized("movierpcd (pid \(ended.pid)) has ended")
  }

  private static func write(
    _ line: String, _ json: JSONValue, _ invocation: Invocation
  ) throws(CommandError) {
    if invocation.has("json") {
      try Output.json(Array(json.text().utf8), oneLine: true)
    } else {
      try Output.write(line + "\n")
    }
  }

  private static func start(
    _ invocation: Invocation, _ options: ConnectionOptions, _ deadline: Deadline
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
      ["pid": .integer(pid), "socket": .string(connection.path), "started": .bool(isNew)], invocation)
  }
}
