import EventLoop

/// The handshake on an open connection. Until it is complete, nothing else is sent.
@LoopActor final class TLSHandshake: UnixStreamDelegate {
  /// The kinds of records that a handshake may begin with: alert and handshake (RFC 8446, 5.1).
  private static let firstBytes: ClosedRange<UInt8> = 21...22

  private let session: TLSSession
  private let result = OneResult<Result<Void, RedisError>>()
  private var hasBegun = false
  private var hasEnded = false

  private init(_ session: TLSSession) { self.session = session }

  /// - Throws: `RedisError`, `CancellationError`; the stream is for the caller to close.
  static func run(_ session: TLSSession, on stream: UnixStream, until deadline: LoopInstant) async throws {
    let handshake = TLSHandshake(session)
    let timer = LoopTimer()
    defer { timer.close() }
    // A server without TLS may wait for the end of a line.
    timer.start(at: deadline) { handshake.end(.failure(.tls("no TLS handshake in time"))) }
    stream.delegate = handshake
    stream.startReading()
    handshake.advance(stream)
    try await handshake.result.value().get()
  }

  private func advance(_ stream: UnixStream) {
    do throws(RedisError) {
      if try session.shakeHands(stream) { end(.success(())) }
    } catch {
      end(.failure(error))
    }
  }

  private func end(_ result: Result<Void, RedisError>) {
    hasEnded = true
    self.result.end(result)
  }

  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    if !hasBegun, !Self.firstBytes.contains(bytes[0]) {
      end(.failure(.tls("the server does not speak TLS")))
    }
    hasBegun = true
    do throws(RedisError) {
      try session.feed(bytes)
    } catch {
      return end(.failure(error))
    }
    // What comes next is for the connection.
    if !hasEnded { advance(stream) }
  }

  func streamDidEnd(_ stream: UnixStream) { end(.failure(.closed)) }
  func stream(_ stream: UnixStream, didFail error: UVError) { end(.failure(RedisError(error))) }
  func streamIsWaiting(_ stream: UnixStream) {}
  func streamDidDrain(_ stream: UnixStream) {}
}
