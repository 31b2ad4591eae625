import MovieProtocol

/// The options of every command that talks to the daemon.
package struct ConnectionOptions: Equatable, Sendable {
  package var socket: String?
  package var timeout = Seconds.usual
  package var mayStart = true
  /// Of a daemon that is started; nil: its usual one.
  package var configurationFile: String?
  /// Nil: the daemon's default profile for connections.
  package var profile: String?

  package init() {}
}

/// The daemon a command talks to.
package enum DaemonConnector {
  /// Connects, and starts the daemon if that is allowed and none listens.
  package static func connect(_ options: ConnectionOptions, _ deadline: Deadline) throws(CommandError)
    -> Connection
  {
    let path = try Environment.socketPath(option: options.socket)
    if let connection = try Connection.open(path: path, deadline) { return connection }
    guard options.mayStart else { throw notRunning(options) }
    let launch = try DaemonLaunch.find(for: path, configurationFile: options.configurationFile)
    try DaemonStart.start(launch, socket: path, deadline)
    // The daemon whose `ready` was read may have meant another one, which can end at this very moment.
    let patience = deadline.within(.seconds(1))
    repeat {
      if let connection = try Connection.open(path: path, deadline) { return connection }
      Wait.pause(milliseconds: 10)
    } while !patience.hasPassed
    throw .unreachable("the daemon reported that it is ready, but no program listens at \(path)")
  }

  /// For commands that are useless with a daemon that was just started.
  package static func connectIfRunning(
    _ options: ConnectionOptions, _ deadline: Deadline
  ) throws(CommandError) -> Connection? {
    try Connection.open(path: try Environment.socketPath(option: options.socket), deadline)
  }

  package static func notRunning(_ options: ConnectionOptions) -> CommandError {
    guard let socket = options.socket else {
      return .unreachable("the daemon is not running", hint: "movierpc daemon start starts it")
    }
    return .unreachable(
      "the daemon is not running",
      hint: "movierpc --socket \(ShellWord.quoted(socket)) daemon start starts it")
  }
}

/// How a daemon is started.
package enum DaemonLaunch: Equatable, Sendable {
  case program(String, configurationFile: String? = nil)
  /// By systemctl, with its path.
  case unit(systemctl: String)

  /// - Parameter note: told that the daemon is started without its unit although that is enabled: it then runs
  ///   without the unit's restrictions.
  package static func find(
    for socket: String, configurationFile: String? = nil,
    environment: (String) -> String? = Environment.variable,
    note: (String) -> Void = Output.note
  ) throws(CommandError) -> DaemonLaunch {
    if let systemctl = UserUnit.systemctl(for: socket, environment: environment) {
      return .unit(systemctl: systemctl)
    }
    let program = try DaemonProgram.find()
    if let obstacle = UserUnit.obstacle(for: socket, environment: environment) {
      note(localized("the daemon is started without its unit \(UserUnit.name): \(obstacle)"))
    }
    return .program(program, configurationFile: configurationFile)
  }

  var program: String {
    switch self {
    case .program(let path, _): path
    case .unit: "/bin/sh"
    }
  }

  func arguments(socket: String) -> [String] {
    switch self {
    case .program(_, let file):
      ["--socket", socket, "--log-file", "--ready-fd", "3"] + (file.map { ["--config", $0] } ?? [])
    case .unit(let systemctl): ["-c", UserUnit.startScript, "sh", systemctl]
    }
  }

  /// Why it did not start, unless it has reported that itself.
  var reason: String? {
    guard case .unit = self else { return nil }
    if let program = try? DaemonProgram.find(), let words = DaemonFiles.fault(program) {
      return words
    }
    return localized("systemd could not start \(UserUnit.name)")
  }

  /// Where its log is.
  var log: String {
    switch self {
    case .program: Environment.logPath()
    case .unit: UserUnit.log
    }
  }
}
