import EventLoop
import Glibc
import JSONRPC

/// A running mpv: its process, and the socket that is its standard input.
@LoopActor
final class PlayerConnection: UnixStreamDelegate {
  /// A line of mpv's has some hundred bytes.
  private static let longestLine = 1 << 20

  private let stream: UnixStream
  private var process: ChildProcess?
  private var framer = Framer(maximumLength: longestLine)
  private let onMessage: @LoopActor (MPVMessage) -> Void
  private let onEnd: @LoopActor () -> Void

  /// - Parameters:
  ///   - stays: it goes on when the daemon ends. mpv quits when nobody has the other end of its socket, so it is
  ///     given that end too.
  ///   - onEnd: the connection is gone; the process may go on for a moment.
  init(
    _ program: PlayerProgram, stays: Bool, onMessage: @escaping @LoopActor (MPVMessage) -> Void,
    onEnd: @escaping @LoopActor () -> Void, onExit: @escaping @LoopActor (ChildProcess.Exit) -> Void
  ) throws(UVError) {
    var ends: (CInt, CInt) = (-1, -1)
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let status = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: CInt.self, capacity: 2) { socketpair(AF_UNIX, type, 0, $0) }
    }
    guard status == 0 else { throw UVError(code: -errno, operation: "make a socket pair") }
    defer { Glibc.close(ends.1) }
    self.onMessage = onMessage
    self.onEnd = onEnd
    do {
      process = try ChildProcess(
        arguments: program.arguments, environment: program.environment, directory: "/",
        input: .inherit(ends.1), output: stays ? .inherit(ends.0) : .ignore, isDetached: true, onExit: onExit)
    } catch {
      Glibc.close(ends.0)
      throw error
    }
    stream = try UnixStream(descriptor: ends.0)
    stream.delegate = self
    stream.startReading()
  }

  var pid: Int32? { process?.pid }

  func send(_ line: [UInt8]) {
    // mpv reads at once; one that does not is not to fill our memory.
    guard stream.waitingBytes < Self.longestLine else { return kill() }
    stream.output += line
    stream.setNeedsWrite()
  }

  func kill() {
    try? process?.kill(SIGKILL)
  }

  /// mpv quits by itself when this is gone, unless it is to stay.
  func close() {
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

  func streamDidEnd(_ stream: UnixStream) { onEnd() }
  func stream(_ stream: UnixStream, didFail error: UVError) { onEnd() }
  func streamIsWaiting(_ stream: UnixStream) {}
  func streamDidDrain(_ stream: UnixStream) {}
}
