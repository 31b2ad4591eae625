#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Starts a daemon and waits until it listens.
package enum DaemonStart {
  /// How long a daemon may take until it listens.
  package static let patience: UInt64 = 3000

  /// Returns when a daemon listens at `socket`: the one started here, or one that another client started
  /// meanwhile.
  package static func start(program: String, socket: String, _ deadline: Deadline) throws(Failure) {
    var pipes: [CInt] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw .unreachable("no pipe can be had: \(LibC.message(errno))") }
    defer { close(pipes[0]) }
    let arguments = ["--socket", socket, "--log-file", "--ready-fd", "3"]
    let spawned = Spawn.detached(program, arguments, readyPipe: pipes[1])
    // Without this the pipe would never end, whatever becomes of the daemon.
    close(pipes[1])
    let pid: pid_t
    switch spawned {
    case .success(let value): pid = value
    case .failure(let error): throw .unreachable("\(program) cannot be started: \(LibC.message(error.code))")
    }
    switch ReadyPipe.outcome(of: pipes[0], deadline.within(milliseconds: patience)) {
    case .ready: return
    case .failed(let text): throw failure(text.isEmpty ? "\(program) \(Self.end(of: pid))" : text)
    case .silent(let text):
      guard !deadline.hasPassed else { throw deadline.failure }
      throw failure(text.isEmpty ? "it was not ready within \(patience / 1000) s" : text)
    }
  }

  private static func failure(_ reason: String) -> Failure {
    .unreachable("the daemon could not start: \(reason)", hint: "its log: \(Environment.logPath())")
  }

  /// What became of a daemon that closed the pipe without a word.
  private static func end(of pid: pid_t) -> String {
    var status: CInt = 0
    for _ in 0..<20 {
      if waitpid(pid, &status, WNOHANG) == pid {
        // The macros of <sys/wait.h> are not visible to Swift.
        let signal = status & 0x7F
        return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
      }
      Wait.pause(milliseconds: 5)
    }
    return "did not say that it is ready"
  }
}
