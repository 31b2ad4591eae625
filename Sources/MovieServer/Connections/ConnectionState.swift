/// The state of a connection on its way from open to closed: it receives what happened and returns the next
/// step. No I/O, no clock; ``Session`` carries out the steps.
///
///     open -> ending (half-closed by the peer, or the daemon drains): answers the requests it has, then
///          -> flushing (half-closed, or it broke a rule): handles no more messages, writes its output, then
///          -> closed
struct ConnectionState: Equatable, Sendable {
  private enum Stage: Int, Sendable { case open, ending, flushing, closed }

  enum Step: Equatable, Sendable {
    case stay
    /// Nothing more is read; waiting output is written first.
    case flush
    case close
  }

  private var stage = Stage.open
  /// The peer has shut down its writing side.
  private(set) var inputEnded = false
  /// Not read, because there is no room for its next request.
  private(set) var isPaused = false
  /// The message that arrived when there was no room for it. Only while paused.
  private(set) var deferred: DeferredMessage?

  var isClosed: Bool { stage == .closed }
  /// Messages are handled; in later stages they would not be answered.
  var takesMessages: Bool { stage.rawValue < Stage.flushing.rawValue }
  var isFlushing: Bool { stage == .flushing }
  var isRead: Bool { takesMessages && !isPaused && !inputEnded }

  mutating func pause(at message: DeferredMessage? = nil) {
    isPaused = true
    deferred = message
  }

  /// - Returns: the message to be handled first.
  mutating func resume() -> DeferredMessage? {
    isPaused = false
    return deferred.take()
  }

  mutating func endInput() {
    inputEnded = true
    advance(to: .ending)
  }

  /// The daemon ends. The connection is read until all its requests are answered; new requests are refused.
  mutating func drain() { advance(to: .ending) }

  /// Its last answer has been given: it broke a rule that ends a connection.
  mutating func flush() { advance(to: .flushing) }

  /// - Returns: false if it was already closed.
  mutating func close() -> Bool {
    defer { stage = .closed }
    return stage != .closed
  }

  /// The next step, given the requests in flight and the output that waits. A message stored during a pause
  /// still has to be answered, so a paused connection stays.
  mutating func next(inFlight: Int, hasOutput: Bool) -> Step {
    guard stage == .ending || stage == .flushing, inFlight == 0, !isPaused else { return .stay }
    guard hasOutput else { return .close }
    // While it drains, incoming messages are still read and answered, until the output is written.
    if stage == .ending, !inputEnded { return .stay }
    advance(to: .flushing)
    return .flush
  }

  private mutating func advance(to next: Stage) {
    if stage.rawValue < next.rawValue { stage = next }
  }
}

struct DeferredMessage: Equatable, Sendable {
  let bytes: [UInt8]
  /// How many places its requests need.
  let places: Int
}
