import CTLS
import EventLoop
import Glibc

/// The encryption of one connection. It has no I/O of its own: encrypted bytes go in, and out to a stream.
@LoopActor final class TLSSession {
  /// A record of TLS has no more.
  private static let pieceBytes = 16_384
  private static let lane = BlockingLane("the folder of the certificates", deadline: .seconds(20))

  nonisolated(unsafe) private let session: OpaquePointer

  private nonisolated init(_ session: OpaquePointer) { self.session = session }

  deinit { ctls_close(session) }

  /// Off the loop: this loads OpenSSL and reads certificates.
  ///
  /// - Parameters:
  ///   - host: whose certificate the server must have; a name, or a numeric address.
  ///   - authorities: the file of the certificates to trust; nil: those of the system.
  static func open(host: String, authorities: String?) async throws(RedisError) -> TLSSession {
    try await open { () -> Result<TLSSession, RedisError> in
      var reason = [CChar](repeating: 0, count: 512)
      guard let session = ctls_open(host, authorities, &reason, reason.count) else {
        let bytes = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return .failure(.tls(String(decoding: bytes, as: UTF8.self)))
      }
      return .success(TLSSession(session))
    }
  }

  private static func open(
    _ work: @escaping @Sendable () -> Result<TLSSession, RedisError>
  ) async throws(RedisError) -> TLSSession {
    let opened: Result<TLSSession, RedisError>
    do throws(LaneError) {
      opened = try await lane.call(work)
    } catch {
      throw .tls("\(error)")
    }
    return try opened.get()
  }

  /// Its next step, with what was fed.
  ///
  /// - Returns: whether the handshake is complete.
  func shakeHands(_ stream: UnixStream) throws(RedisError) -> Bool {
    let isDone = try check(ctls_handshake(session))
    send(stream)
    return isDone
  }

  func feed(_ bytes: Span<UInt8>) throws(RedisError) {
    let isFed = bytes.withUnsafeBufferPointer { ctls_feed(session, $0.baseAddress, $0.count) }
    if !isFed { throw .tls("there is no memory") }
  }

  /// Hands out what the server has sent, in pieces.
  ///
  /// - Throws: `closed` if that was the end.
  func read(_ stream: UnixStream, _ receive: (Span<UInt8>) -> Void) throws(RedisError) {
    var (piece, count) = ([UInt8](repeating: 0, count: Self.pieceBytes), 0)
    while try check(ctls_read(session, &piece, Self.pieceBytes, &count)) {
      receive(piece.span.extracting(first: count))
    }
    // The server may want to have new keys.
    send(stream)
  }

  /// Encrypts the bytes into the output of the stream.
  func write(_ bytes: [UInt8], to stream: UnixStream) throws(RedisError) {
    _ = try check(ctls_write(session, bytes, bytes.count))
    send(stream)
  }

  private func send(_ stream: UnixStream) {
    var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
    while case let count = ctls_take(session, &piece, Self.pieceBytes), count > 0 {
      stream.output += piece[..<count]
      stream.setNeedsWrite()
    }
  }

  /// False: it needs more of the server's bytes.
  private func check(_ result: ctls_result) throws(RedisError) -> Bool {
    switch result {
    case CTLS_DONE: return true
    case CTLS_WAITS: return false
    case CTLS_CLOSED: throw .closed
    default: throw .tls(String(cString: ctls_reason(session)))
    }
  }
}
