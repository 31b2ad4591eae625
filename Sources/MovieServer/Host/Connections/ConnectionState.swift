import JSONRPC

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
  /// The peer has closed: it reads no answers. The changes that it has sent are made, then the connection is closed.
  private(set) var peerIsGone = false
  /// Not read, because there is no room for its output or for more of its messages.
  private(set) var isPaused = false
  /// Messages are being taken from the framer, which must not be used meanwhile.
  private(set) var isReceiving = false
  /// Messages that arrived when there was no place for the first of them, in their order.
  private var waiting: [WaitingMessage] = []
  /// What they hold.
  private(set) var waitingBytes = 0

  var isClosed: Bool { stage == .closed }
  /// Messages are handled; in later stages they would not be answered.
  var takesMessages: Bool { stage.rawValue < Stage.flushing.rawValue }
  var isFlushing: Bool { stage == .flushing }
  var isRead: Bool { takesMessages && !isPaused && !inputEnded }

  /// Some of its messages are not handled, or not read, yet.
  var isWaiting: Bool { isPaused || !waiting.isEmpty }
  var hasWaitingMessages: Bool { !waiting.isEmpty }
  /// No more messages may wait.
  var isFull: Bool { waitingBytes >= Self.maxWaitingBytes }

  /// Enough for hundreds of requests. The last of them may be as large as a message can be.
  private static let maxWaitingBytes = 64 << 10

  mutating func pause() { isPaused = true }
  mutating func resume() { isPaused = false }

  mutating func beginReceiving() { isReceiving = true }
  mutating func endReceiving() { isReceiving = false }

  mutating func wait(for message: WaitingMessage) {
    waiting.append(message)
    waitingBytes += message.size
  }

  /// Takes the message that has waited longest.
  mutating func nextWaiting() -> WaitingMessage? {
    guard !waiting.isEmpty else { return nil }
    let message = waiting.removeFirst()
    waitingBytes -= message.size
    return message
  }

  /// There is still no place for what ``nextWaiting()`` returned.
  mutating func putBack(_ message: WaitingMessage) {
    waiting.insert(message, at: 0)
    waitingBytes += message.size
  }

  /// Takes those out that fit. `isMatch` must not use the connection's state.
  mutating func takeWaiting(where isMatch: (WaitingMessage) -> Bool) -> [WaitingMessage] {
    let taken = waiting.filter(isMatch)
    if !taken.isEmpty { waiting.removeAll(where: isMatch) }
    for message in taken { waitingBytes -= message.size }
    return taken
  }

  mutating func endInput() {
    inputEnded = true
    advance(to: .ending)
  }

  mutating func losePeer() {
    peerIsGone = true
    endInput()
  }

  /// The daemon ends. The connection is read until all its requests are answered; new requests are refused.
  mutating func drain() { advance(to: .ending) }

  /// Its last answer has been given: it broke a rule that ends a connection.
  mutating func flush() {
    dropWaiting()
    isPaused = false
    advance(to: .flushing)
  }

  /// - Returns: false if it was already closed.
  mutating func close() -> Bool {
    defer { stage = .closed }
    dropWaiting()
    return stage != .closed
  }

  private mutating func dropWaiting() { (waiting, waitingBytes) = ([], 0) }

  /// The next step, given the requests in flight and the output that waits. A message that waits, or
  /// is being handled, still has to be answered, so the connection stays.
  mutating func next(inFlight: Int, hasOutput: Bool) -> Step {
    guard stage == .ending || stage == .flushing, inFlight == 0, !isWaiting, !isReceiving else {
      return .stay
    }
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

/// What the framer reported when there was no place for it.
struct WaitingMessage: Equatable, Sendable {
  let event: FrameEvent
  let bytes: [UInt8]
  /// With what an array costs, so that thousands of tiny messages count as well.
  var size: Int { bytes.count + 64 }
}
