/// How far a connection is on its way from open to closed: what happened to it goes in, what to do about it
/// comes out. No I/O, no clock; ``Session`` does what this says.
///
///     open -> ending (half-closed by the peer, or the daemon drains): answers what was asked, then
///          -> flushing (half-closed, or it broke a rule): takes no message any more, writes what waits, then
///          -> closed
struct ConnectionLife: Equatable, Sendable {
  private enum Stage: Int, Sendable { case open, ending, flushing, closed }

  enum Step: Equatable, Sendable {
    case stay
    /// Nothing is read any more; what waits is written first.
    case flush
    case close
  }

  private var stage = Stage.open
  /// The peer has shut down its writing side.
  private(set) var inputEnded = false
  /// Not read, because there is no room for what it would ask.
  private(set) var isPaused = false

  var isClosed: Bool { stage == .closed }
  /// Messages are looked at; after that they would not be answered.
  var takesMessages: Bool { stage.rawValue < Stage.flushing.rawValue }
  var isFlushing: Bool { stage == .flushing }
  var isRead: Bool { takesMessages && !isPaused && !inputEnded }

  mutating func pause() { isPaused = true }
  mutating func resume() { isPaused = false }

  mutating func endInput() {
    inputEnded = true
    advance(to: .ending)
  }

  /// The daemon ends. The connection is read until all it asked for is answered; what it asks now is refused.
  mutating func drain() { advance(to: .ending) }

  /// Its last answer has been given: it broke a rule that ends a connection.
  mutating func flush() { advance(to: .flushing) }

  /// - Returns: false when it was closed already.
  mutating func close() -> Bool {
    defer { stage = .closed }
    return stage != .closed
  }

  /// What is due, given what is under way and what waits to be written. A message kept during a pause is
  /// still to be answered, so a paused connection stays.
  mutating func next(inFlight: Int, hasOutput: Bool) -> Step {
    guard stage == .ending || stage == .flushing, inFlight == 0, !isPaused else { return .stay }
    guard hasOutput else { return .close }
    // Where it drains, what comes meanwhile is still read and answered, until the output is written.
    if stage == .ending, !inputEnded { return .stay }
    advance(to: .flushing)
    return .flush
  }

  private mutating func advance(to next: Stage) {
    if stage.rawValue < next.rawValue { stage = next }
  }
}
