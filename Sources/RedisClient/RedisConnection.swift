import EventLoop
import HTTPClient

/// A connection on which commands are sent without waiting for the replies before: these come in order.
@LoopActor final class RedisConnection: UnixStreamDelegate {
  typealias Completion = @LoopActor (Result<RESPValue, RedisError>) -> Void

  private struct Pending {
    let deadline: LoopInstant
    let completion: Completion
  }

  private static let maxPending = 8192
  private static let maxWaitingBytes = 8 << 20

  /// Called once, with the error that ended the connection, and whether a command waited for its reply.
  var onFailure: (@LoopActor (RedisError, _ wasAwaited: Bool) -> Void)?
  private let stream: any RedisStream
  private var reader: RESPReader
  private var pending: [Pending] = []
  /// Of `pending`, answered already.
  private var answered = 0
  private let timer = LoopTimer()
  private var wakesAt = LoopInstant.distantFuture
  /// What ended it.
  private(set) var failure: RedisError?

  init(_ stream: UnixStream, maxReplyBytes: Int) {
    self.stream = stream
    reader = RESPReader(maxBytes: maxReplyBytes)
    stream.delegate = self
    stream.startReading()
  }

  init(_ stream: TLSConnection, maxReplyBytes: Int) {
    self.stream = stream
    reader = RESPReader(maxBytes: maxReplyBytes)
    stream.start { [self] in
      receive($0)
    } onEnd: { [self] error in
      fail(error.map { RedisError($0) } ?? .closed)
    }
  }

  /// Sends it at the end of this turn. A command without a reply at its deadline ends the connection: the
  /// replies that follow would be later still.
  ///
  /// - Returns: false if too much waits already; it is not sent then.
  func send(_ command: [[UInt8]], until deadline: LoopInstant, _ completion: @escaping Completion) -> Bool {
    guard failure == nil, pending.count - answered < Self.maxPending,
      stream.waitingBytes < Self.maxWaitingBytes
    else { return false }
    RESPValue.append(command, to: &stream.output)
    stream.setNeedsWrite()
    pending.append(Pending(deadline: deadline, completion: completion))
    if deadline < wakesAt { wake(at: deadline) }
    return true
  }

  /// - Throws: `RedisError`; `CancellationError`: its reply is then ignored.
  func reply(to command: [[UInt8]], until deadline: LoopInstant) async throws -> RESPValue {
    let waiter = OneResult<Result<RESPValue, RedisError>>()
    guard send(command, until: deadline, { waiter.end($0) }) else { throw failure ?? RedisError.timeout }
    return try await waiter.value().get()
  }

  /// Nothing is reported any more; those that wait get the error.
  func close(_ error: RedisError = .closed) {
    onFailure = nil
    fail(error)
  }

  private func wake(at deadline: LoopInstant) {
    wakesAt = deadline
    timer.start(at: deadline) { self.checkDeadlines() }
  }

  private func checkDeadlines() {
    wakesAt = .distantFuture
    let next = pending[answered...].map(\.deadline).min() ?? .distantFuture
    guard next <= EventLoop.now else {
      if next < .distantFuture { wake(at: next) }
      return
    }
    // The loop was busy, and its timers come before what the kernel has for it.
    if stream.hasInput { return wake(at: EventLoop.now + .milliseconds(1)) }
    fail(.timeout)
  }

  private func fail(_ error: RedisError) {
    guard failure == nil else { return }
    failure = error
    timer.close()
    stream.close()
    let waiting = pending[answered...]
    (pending, answered) = ([], 0)
    for one in waiting { one.completion(.failure(error)) }
    let onFailure = onFailure
    self.onFailure = nil
    onFailure?(error, !waiting.isEmpty)
  }

  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) { receive(bytes) }

  private func receive(_ bytes: Span<UInt8>) {
    guard failure == nil else { return }
    reader.feed(bytes)
    do throws(RESPError) {
      while failure == nil, let reply = try reader.next() {
        guard answered < pending.count else { return fail(.protocolError("a reply to nothing")) }
        let completion = pending[answered].completion
        answered += 1
        // In steps, so that each reply costs the same.
        if answered == pending.count || answered == Self.maxPending {
          pending.removeFirst(answered)
          answered = 0
        }
        completion(.success(reply))
      }
    } catch {
      fail(.protocolError(error.reason))
    }
  }

  func streamDidEnd(_ stream: UnixStream) { fail(.closed) }
  func stream(_ stream: UnixStream, didFail error: UVError) { fail(RedisError(error)) }
  func streamIsWaiting(_ stream: UnixStream) {}
  func streamDidDrain(_ stream: UnixStream) {}
}
