#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Starts a daemon and tells what becomes of it.
package final class DaemonStart {
  /// How long a daemon may take until it listens.
  package static let patience: UInt64 = 3000

  /// Readable when there is something for ``take()``.
  let descriptor: CInt
  let pid: pid_t
  private let program: String
  private var said = ReadyPipe()

  init(program: String, socket: String) throws(Failure) {
    var pipes: [CInt] = [-1, -1]
    guard pipe(&pipes) == 0 else { throw .unreachable("no pipe can be had: \(LibC.message(errno))") }
    let arguments = ["--socket", socket, "--log-file", "--ready-fd", "3"]
    let spawned = Spawn.detached(program, arguments, readyPipe: pipes[1])
    // Without this the pipe would never end, whatever becomes of the daemon.
    close(pipes[1])
    self.program = program
    descriptor = pipes[0]
    switch spawned {
    case .success(let value): pid = value
    case .failure(let error):
      pid = 0
      throw .unreachable("\(program) cannot be started: \(LibC.message(error.code))")
    }
  }

  deinit { close(descriptor) }

  /// Returns when a daemon listens at `socket`: the one started here, or one that another client started
  /// meanwhile.
  package static func start(program: String, socket: String, _ deadline: Deadline) throws(Failure) {
    let start = try DaemonStart(program: program, socket: socket)
    let patience = deadline.within(milliseconds: patience)
    while true {
      guard Wait.until(.readable, start.descriptor, patience) else {
        guard !deadline.hasPassed else { throw deadline.failure }
        throw start.silence
      }
      if try start.take() { return }
    }
  }

  /// Reads once what the daemon says; call it when there is something.
  ///
  /// - Returns: true when a daemon listens.
  func take() throws(Failure) -> Bool {
    switch said.take(from: descriptor) {
    case nil: return false
    case .ready?: return true
    case .failed(let text)?: throw Self.failure(text.isEmpty ? "\(program) \(Self.end(of: pid))" : text)
    }
  }

  /// Why a daemon that has taken all its time counts as not started.
  var silence: Failure {
    Self.failure(said.text.isEmpty ? "it was not ready within \(Self.patience / 1000) s" : said.text)
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
