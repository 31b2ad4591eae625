import EventLoop

/// When a changed topic may send an event: the first change after quiet at the end of its turn, further ones
/// when the topic's interval has passed, all of them in one event. No clock of its own, no timer; ``Topic``
/// carries out its steps.
struct Throttle: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// It is due at the end of this turn.
    case publish
    /// It is due then.
    case wait(until: LoopInstant)
    /// It is already due, or scheduled.
    case nothing
  }

  private enum Stage: Sendable { case quiet, due, waiting }

  /// The minimum time between two events.
  let interval: Duration
  private var stage = Stage.quiet
  private var lastPublished: LoopInstant?

  init(interval: Duration) { self.interval = interval }

  var isDue: Bool { stage == .due }

  /// The state changed.
  mutating func change(at now: LoopInstant) -> Step {
    guard stage == .quiet else { return .nothing }
    if let lastPublished, now < lastPublished + interval {
      stage = .waiting
      return .wait(until: lastPublished + interval)
    }
    stage = .due
    return .publish
  }

  mutating func published(at now: LoopInstant) {
    lastPublished = now
    stage = .quiet
  }

  /// The last subscriber has left, so nothing is due. Returns true if something was.
  mutating func stop() -> Bool {
    defer { stage = .quiet }
    return stage != .quiet
  }
}
