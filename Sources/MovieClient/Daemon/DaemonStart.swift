import Glibc

/// Starts a daemon and reports the outcome.
package final class DaemonStart {
  /// How long a daemon may take until it listens: a tenth of a second, or seconds where a whole desktop starts.
  /// One that ends is noticed at once.
  static let patience: Duration = .seconds(10)
  /// From the end of its words to its exit, in steps of 5 ms.
  private static let maxExitChecks = 400

  /// Readable when ``take()`` has something to read.
  let descriptor: CInt
  let pid: pid_t
  private let launch: DaemonLaunch
  private var said = ReadyPipeReader()

  init(_ launch: DaemonLaunch, socket: String) throws(CommandError) {
    guard let ends = LibC.pipe() else {
      throw .unreachable("a pipe cannot be opened: \(LibC.message(errno))")
    }
    let spawned = Spawn.detached(
      launch.program, launch.arguments(socket: socket), readyPipe: ends.write)
    // Otherwise the pipe would never end, whatever happens to the daemon.
    close(ends.write)
    self.launch = launch
    descriptor = ends.read
    switch spawned {
    case .success(let value): pid = value
    case .failure(let error):
      pid = 0
      throw .unreachable("\(launch.program) cannot be started: \(LibC.message(error.code))")
    }
  }

  deinit { close(descriptor) }

  /// Returns when a daemon listens at `socket`: the one started here, or one that another client started
  /// meanwhile.
  package static func start(_ launch: DaemonLaunch, socket: String, _ deadline: Deadline) throws(CommandError)
  {
    let start = try DaemonStart(launch, socket: socket)
    let patience = deadline.within(patience)
    while true {
      guard Wait.until(.readable, start.descriptor, patience) else {
        guard !deadline.hasPassed else { throw deadline.failure }
        throw start.silence
      }
      if try start.poll() { return }
    }
  }

  /// Reads once from the daemon; call it when the pipe is readable.
  ///
  /// - Returns: true when a daemon listens.
  func poll() throws(CommandError) -> Bool {
    switch said.receive(from: descriptor) {
    case nil: return false
    case .ready?: return true
    case .failed(let text)?:
      guard text.isEmpty else { throw failure(text) }
      let end = Self.end(of: pid)
      // systemctl prints nothing; it ends when the unit is ready.
      if case .unit = launch, end == .status(0) { return true }
      throw failure(launch.reason ?? end.words(of: launch.program))
    }
  }

  /// The error for a daemon that did not start in time.
  var silence: CommandError {
    let seconds = Self.patience.components.seconds
    return failure(said.text.isEmpty ? localized("it was not ready within \(seconds) s") : said.text)
  }

  private func failure(_ reason: String) -> CommandError {
    .unreachable("the daemon could not start: \(reason)", hint: "its log: \(launch.log)")
  }

  private enum End: Equatable {
    case status(CInt), signal(CInt), unknown

    func words(of program: String) -> String {
      switch self {
      case .status(let number): localized("\(program) ended with status \(number)")
      case .signal(let number): localized("\(program) was ended by signal \(number)")
      case .unknown: localized("\(program) did not report that it is ready")
      }
    }
  }

  /// How a process ended that closed the pipe without a message.
  private static func end(of pid: pid_t) -> End {
    var status: CInt = 0
    for _ in 0..<maxExitChecks {
      if waitpid(pid, &status, WNOHANG) == pid {
        // The macros of <sys/wait.h> are not visible to Swift.
        let signal = status & 0x7F
        return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
      }
      Wait.pause(milliseconds: 5)
    }
    return .unknown
  }
}
