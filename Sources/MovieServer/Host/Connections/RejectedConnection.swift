import EventLoop
import JSONRPC
import MovieProtocol

/// Sends a connection that cannot be accepted the reason, and closes it. The one message the daemon sends
/// unasked.
@LoopActor
enum RejectedConnection {
  /// - Parameter waits: keeps the connection until the client closes it or the process ends. Otherwise the
  ///   client's writes would fail, and it might not read the answer.
  static func answer(_ stream: UnixStream, _ error: RPCError, waits: Bool = false) {
    Reply.error(id: nil, error, into: &stream.output)
    stream.output.append(UInt8(ascii: "\n"))
    stream.setNeedsWrite()
    stream.delegate = Closer(waits: waits)
  }

  private final class Closer: UnixStreamDelegate {
    private let waits: Bool

    init(waits: Bool) { self.waits = waits }

    func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {}
    func streamDidEnd(_ stream: UnixStream) { stream.close() }
    func stream(_ stream: UnixStream, didFail error: UVError) { stream.close() }
    func streamIsWaiting(_ stream: UnixStream) {}

    func streamDidDrain(_ stream: UnixStream) {
      guard waits else { return stream.close() }
      stream.shutdown()
      stream.startReading()
    }
  }
}

extension RPCError {
  static let stopping = RPCError(
    .overloaded, .stopping, Advice(.connectAgain, .wait(1000)),
    details: ["retry_after_ms": 1000])

  /// - Parameter isConfigured: the limit is that of the configuration, not that of open files.
  static func tooManyConnections(_ count: Int, isConfigured: Bool) -> RPCError {
    RPCError(
      .overloaded, .tooManyConnections(count),
      isConfigured
        ? Advice(.closeConnection, .setting("limits.connections")) : Advice(.raiseOpenFiles),
      details: ["retry_after_ms": 1000])
  }
}
