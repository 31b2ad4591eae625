import MovieServer

/// The words after the program's name: `--name value` or `--name=value`.
struct DaemonArguments {
  enum Action { case run, checkConfiguration, printFindings, printHelp, printVersion }

  struct Fault: Error {
    let reason: String
  }

  private(set) var action = Action.run
  private(set) var options = Daemon.Options()

  init(_ words: some Sequence<String>) throws(Fault) {
    var words = words.makeIterator()
    while action != .printHelp, action != .printVersion, let word = words.next() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      switch (word, parts.first) {
      case (_, "--socket"): options.socket = try Self.value(of: parts, &words)
      case (_, "--config"): options.configurationFile = try Self.value(of: parts, &words)
      case (_, "--ready-fd"):
        guard let descriptor = CInt(try Self.value(of: parts, &words)) else {
          throw Fault(reason: "--ready-fd wants a number")
        }
        options.readyDescriptor = descriptor
      case ("--log-file", _): options.logsToFile = true
      case ("--check-config", _): action = .checkConfiguration
      case ("--json", _) where action == .checkConfiguration: action = .printFindings
      case ("--version", _): action = .printVersion
      case ("--help", _), ("-h", _): action = .printHelp
      default: throw Fault(reason: "unexpected argument '\(word)'")
      }
    }
  }

  private static func value(
    of parts: [Substring], _ words: inout some IteratorProtocol<String>
  ) throws(Fault) -> String {
    if parts.count > 1 { return String(parts[1]) }
    guard let next = words.next(), !next.hasPrefix("-") else {
      throw Fault(reason: "\(parts.first ?? "") wants a value")
    }
    return next
  }

  /// In the form of the client's, which the manual pages are made of.
  static let help = """
    OVERVIEW: The movie service: answers JSON-RPC 2.0 on a Unix socket.

    Runs in the foreground until SIGTERM or `movierpc call shutdown`. The client
    starts it when it is not running.
    SIGHUP reads the configuration again.

    USAGE: movierpcd [--socket <path>] [--config <path>] [--log-file] [--check-config [--json]]

    OPTIONS:
      --socket <path>         Listen here; default: $MOVIERPC_SOCKET, else
                              $XDG_RUNTIME_DIR/movierpc/socket.
      --config <path>         Read this; default: $MOVIERPC_CONFIG, else
                              $XDG_CONFIG_HOME/movierpc/config.toml.
      --log-file              Log to $XDG_STATE_HOME/movierpc/log instead of
                              standard error.
      --check-config          Check the configuration, print where files are, and
                              start nothing; with --json, print the findings that
                              `movierpc doctor` shows while no daemon runs.
      --version               Show the version.
      -h, --help              Show help information.

    """
}
