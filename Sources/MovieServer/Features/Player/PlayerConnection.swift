import EventLoop
import Glibc
import JSONRPC

/// A running mpv: its process, and the socket that is its standard input.
@LoopActor
final class PlayerConnection: UnixStreamDelegate {
  /// A line from mpv has a few hundred bytes.
  private static let maxLineLength = 1 << 20

  private let stream: UnixStream
  private let program: PlayerProgram
  private var process: ChildProcess?
  private var framer = Framer(maxLength: maxLineLength)
  private let onMessage: @LoopActor (MPVMessage) -> Void
  private let onExit: @LoopActor (ChildProcess.Exit) -> Void
  /// It has ended, but its last output may not have been read yet.
  private var exit: ChildProcess.Exit?
  private var hasEnded = false
  /// Running while either the process or its output has ended and the other has not.
  private let waiting = LoopTimer()

  /// - Parameters:
  ///   - stays: it continues when the daemon ends. mpv quits when no process has the other end of its socket,
  ///     so it is given that end as well.
  ///   - onExit: called last, when all its output has been passed on.
  init(
    _ program: PlayerProgram, stays: Bool, onMessage: @escaping @LoopActor (MPVMessage) -> Void,
    onExit: @escaping @LoopActor (ChildProcess.Exit) -> Void
  ) throws(UVError) {
    var ends: (CInt, CInt) = (-1, -1)
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let status = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
    }
    guard status == 0 else { throw UVError(code: -errno, operation: "create a socket pair") }
    self.program = program
    self.onMessage = onMessage
    self.onExit = onExit
    do {
      stream = try UnixStream(descriptor: ends.0)
    } catch {
      Glibc.close(ends.1)
      throw error
    }
    stream.delegate = self
    defer { Glibc.close(ends.1) }
    do {
      process = try ChildProcess(
        arguments: program.arguments, environment: program.environment, directory: "/",
        input: .inherit(ends.1), output: stays ? .inherit(ends.0) : .ignore, isDetached: true,
        onExit: { [unowned self] in exited($0) })
    } catch {
      stream.close()
      throw error
    }
    stream.startReading()
  }

  var pid: Int32? { process?.pid }

  func send(_ line: [UInt8]) {
    // mpv reads at once; one that does not must not fill our memory.
    guard stream.waitingBytes < Self.maxLineLength else { return kill() }
    stream.output += line
    stream.setNeedsWrite()
  }

  /// Kills it with all its children: it leads a process group of its own, or is in a unit of its own.
  func kill() {
    if let pid, pid > 1 { Glibc.kill(-pid, SIGKILL) }
    guard let unit = program.unit else { return }
    let key = unit.name
    Self.stopping[key] = try? ChildProcess(
      arguments: unit.stopping, environment: program.environment, directory: "/", isDetached: true
    ) { _ in Self.stopping[key] = nil }
  }

  /// The programs that stop units.
  private static var stopping: [String: ChildProcess] = [:]

  /// Returns when all units that were killed are known to be ended by the service manager, or after a second.
  static func killed() async {
    let end = EventLoop.now + .seconds(1)
    while !stopping.isEmpty, EventLoop.now < end { try? await EventLoop.sleep(for: .milliseconds(10)) }
  }

  private func exited(_ exit: ChildProcess.Exit) {
    self.exit = exit
    guard !hasEnded else { return finish() }
    // A child of its own may hold the other end for longer.
    wait(.milliseconds(200)) { [unowned self] in finish() }
  }

  private func finish() {
    guard let exit else { return }
    self.exit = nil
    waiting.close()
    onExit(exit)
  }

  /// mpv quits by itself when this is closed, unless it is to stay.
  func close() {
    exit = nil
    waiting.close()
    stream.close()
    process?.close()
    process = nil
  }

  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    framer.feed(bytes) { event, line in
      if case .message = event, let message = MPVMessage(line) { onMessage(message) }
      return .goOn
    }
  }

  func streamDidEnd(_ stream: UnixStream) { ended() }
  func stream(_ stream: UnixStream, didFail error: UVError) { ended() }

  private func ended() {
    hasEnded = true
    guard exit == nil else { return finish() }
    // It is about to end; if it has only closed its end of the socket, it is of no use.
    wait(.seconds(2)) { [unowned self] in kill() }
  }

  private func wait(_ duration: Duration, _ body: @escaping @LoopActor () -> Void) {
    waiting.start(after: duration, body)
  }

  func streamIsWaiting(_ stream: UnixStream) {}
  func streamDidDrain(_ stream: UnixStream) {}
}
