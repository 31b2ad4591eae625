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
