/// When a changed topic may send an event: the first change after quiet at the end of its turn, further ones
/// when the topic's interval has passed, all of them in one event. No clock of its own, no timer; ``Topic``
/// carries out its steps.
struct Throttle: Equatable, Sendable {
  enum Step: Equatable, Sendable {
    /// It is due at the end of this turn.
    case publish
    /// Due in this many milliseconds.
    case wait(UInt64)
    /// It is already due, or scheduled.
    case nothing
  }

  private enum Stage: Sendable { case quiet, due, waiting }

  /// The minimum number of milliseconds between two events.
  let interval: UInt64
  private var stage = Stage.quiet
  private var lastPublished: UInt64?

  init(interval: UInt64) { self.interval = interval }

  var isDue: Bool { stage == .due }

  /// The state changed, at `now` in milliseconds of the loop's clock.
  mutating func change(at now: UInt64) -> Step {
    guard stage == .quiet else { return .nothing }
    if let lastPublished, now < lastPublished + interval {
      stage = .waiting
      return .wait(lastPublished + interval - now)
    }
    stage = .due
    return .publish
  }

  mutating func published(at now: UInt64) {
    lastPublished = now
    stage = .quiet
  }

  /// The last subscriber has left, so nothing is due. Returns true if something was.
  mutating func stop() -> Bool {
    defer { stage = .quiet }
    return stage != .quiet
  }
}
