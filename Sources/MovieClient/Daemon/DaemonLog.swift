import Glibc

/// The end of the daemon's log, by tail(1) or journalctl(1).
package enum DaemonLog {
  /// Replaces this process: it returns only if that fails.
  package static func show(_ socket: String, lines: Int, isFollowing: Bool) -> CommandError {
    let words: [String]
    if UserUnit.isUsed(for: socket) {
      words =
        ["journalctl", "--user", "-u", UserUnit.name, "-n", String(lines)] + (isFollowing ? ["-f"] : [])
    } else {
      let path = Environment.logPath()
      guard FileFacts(path) != nil else {
        return CommandError(
          .notFound, "there is no log at \(path)", kind: "not_found",
          hint: "a daemon that a client starts writes one: movierpc daemon start")
      }
      words = ["tail", "-n", String(lines)] + (isFollowing ? ["-F"] : []) + ["--", path]
    }
    _ = LibC.withArguments(words) { execvp(words[0], $0) }
    return CommandError(.failed, "\(words[0]) could not be started: \(LibC.message(errno))")
  }
}
