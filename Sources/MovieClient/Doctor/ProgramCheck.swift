import MovieProtocol

/// The daemon's program.
enum ProgramCheck {
  private static let name = "daemon program"

  /// - Parameters:
  ///   - path: nil: it is not found.
  ///   - isRunning: then it need not be found.
  static func finding(_ path: String?, _ outcome: DaemonFiles.Outcome?, isRunning: Bool) -> Finding {
    guard let path else {
      return Finding(
        name, isRunning ? .warning : .problem,
        "\(DaemonProgram.name) is neither in movierpc's folder nor in PATH, so it cannot be started",
        hint: "make install installs both in one folder")
    }
    guard case .broken(let words) = outcome else { return Finding(name, .ok, "\(path)") }
    return Finding(
      name, .problem, "\(path) cannot be started: \(words)",
      hint: "install what it names; if that is a newer glibc, build movierpc on this system")
  }
}
