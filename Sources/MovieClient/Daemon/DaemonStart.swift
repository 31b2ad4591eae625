@preconcurrency import Glibc

/// Starts a daemon and reports the outcome.
package final class DaemonStart {
  /// How long a daemon may take until it listens: a tenth of a second, or seconds where a whole desktop starts.
  /// One that ends is noticed at once.
  static let patience: Duration = .seconds(10)
  /// From the end of its words to its exit, in steps of 5 ms.
  private static let maxExitChecks = 400

  /// Readable when ``take()`` has something to read.
  let descriptor: CInt
  let child: ChildProgram
  private let launch: DaemonLaunch
  private var said = ReadyPipeReader()

  init(_ launch: DaemonLaunch, socket: String) throws(CommandError) {
    guard let ends = LibC.pipe() else {
      throw .unreachable("a pipe cannot be opened: \(LibC.message(errno))")
    }
    let started = Result { () throws(ChildProgram.Failure) in
      try Spawn.detached(launch.program, launch.arguments(socket: socket), readyPipe: ends.write)
    }
    // Otherwise the pipe would never end, whatever happens to the daemon.
    close(ends.write)
    (self.launch, descriptor) = (launch, ends.read)
    switch started {
    case .success(let program): child = program
    case .failure(let error):
      child = ChildProgram(pid: 0)
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
      let end = end
      // systemctl prints nothing; it ends when the unit is ready.
      if case .unit = launch, end == .status(0) { return true }
      throw failure(launch.reason ?? words(end))
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

  /// How a process ended that closed the pipe without a message; nil: not yet.
  private var end: ChildProgram.End? {
    for _ in 0..<Self.maxExitChecks {
      if let end = child.endNow() { return end }
      Wait.pause(milliseconds: 5)
    }
    return nil
  }

  private func words(_ end: ChildProgram.End?) -> String {
    switch end {
    case .status(let number)?: localized("\(launch.program) ended with status \(number)")
    case .signal(let number)?: localized("\(launch.program) was ended by signal \(number)")
    case nil: localized("\(launch.program) did not report that it is ready")
    }
  }
}

/// How a daemon that was just started reports to its parent that it listens, or why it does not.
///
/// It writes `ready` and a line end, or lines of plain text for people, and closes.
package struct ReadyPipeReader {
  package enum Outcome: Equatable, Sendable {
    case ready
    /// It closed the pipe; the text may be empty.
    case failed(String)
  }

  private static let ready = Array("ready\n".utf8)
  private static let maxTextLength = 16_384

  private var bytes: [UInt8] = []

  package init() {}

  /// Reads once, after poll(2) reported the descriptor readable.
  ///
  /// - Returns: nil until the outcome is known.
  package mutating func receive(from descriptor: CInt) -> Outcome? {
    let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let got = read(descriptor, buffer.baseAddress, buffer.count)
      if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
      return got
    }
    if bytes.starts(with: Self.ready) { return .ready }
    let hasEnded = count == 0 || (count < 0 && errno != EINTR) || bytes.count >= Self.maxTextLength
    return hasEnded ? .failed(text) : nil
  }

  /// The text received so far.
  package var text: String {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}

/// Starts a program that outlives the client and inherits only the environment from it.
enum Spawn {
  /// - Parameter readyPipe: becomes descriptor 3 of the program; besides it only 0 to 2 are inherited.
  static func detached(
    _ program: String, _ arguments: [String], readyPipe: CInt
  ) throws(ChildProgram.Failure) -> ChildProgram {
    closeAllOnExec()
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The parent may have ignored or blocked signals (nohup, Python), which a new program would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, LibC.spawnInNewSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    // The pipe first: duplicating 3 to 3 clears its close-on-exec flag, and nothing later may overwrite 3.
    return try ChildProgram.start(
      [program] + arguments,
      [.copy(readyPipe, to: 3), .none(STDIN_FILENO), .none(STDOUT_FILENO), .none(STDERR_FILENO)],
      attributes: &attributes)
  }

  /// A descriptor leaked by the parent (a lock, the writing end of a pipe that is read to its end) must not
  /// stay open as long as the daemon.
  private static func closeAllOnExec() {
    for name in LibC.names(in: "/proc/self/fd") {
      guard let descriptor = CInt(name), descriptor > STDERR_FILENO else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
    }
  }
}
