/// How a daemon is started.
package enum DaemonLaunch: Equatable, Sendable {
  case program(String)
  /// By systemctl, with its path.
  case unit(systemctl: String)

  package static func find(for socket: String) throws(CommandError) -> DaemonLaunch {
    if let systemctl = UserUnit.systemctl(for: socket) { return .unit(systemctl: systemctl) }
    return .program(try DaemonProgram.find())
  }

  var program: String {
    switch self {
    case .program(let path): path
    case .unit: "/bin/sh"
    }
  }

  func arguments(socket: String) -> [String] {
    switch self {
    case .program: ["--socket", socket, "--log-file", "--ready-fd", "3"]
    case .unit(let systemctl): ["-c", UserUnit.startScript, "sh", systemctl]
    }
  }

  /// Why it did not start, unless it has reported that itself.
  var reason: String? {
    guard case .unit = self else { return nil }
    if let program = try? DaemonProgram.find(), case .fault(let words)? = DaemonFiles.read(program) {
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
