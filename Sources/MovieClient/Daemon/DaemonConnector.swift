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
