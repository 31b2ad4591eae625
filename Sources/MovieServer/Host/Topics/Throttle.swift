import EventLoop

/// When a changed topic may send an event: the first change after quiet at the end of its turn, further ones
/// when the topic's interval has passed, all of them in one event. Progress alone, such as the player's
/// position, waits for an interval of its own, and nothing else waits for that. No clock of its own, no timer;
/// ``Topic`` carries out its steps.
struct Throttle: Equatable, Sendable {
  enum Change: Sendable { case state, progress }

  enum Step: Equatable, Sendable {
    /// It is due at the end of this turn.
    case publish
    /// It is due then, in place of any later moment.
    case wait(until: LoopInstant)
    /// It is already due, or scheduled.
    case nothing
  }

  private enum Stage: Equatable, Sendable {
    case quiet, due
    case waiting(until: LoopInstant)
  }

  /// The minimum time between two events that bring more than progress.
  let interval: Duration
  /// From any event to one of progress.
  let progressInterval: Duration
  private var stage = Stage.quiet
  /// The event that is due or waits brings more than progress.
  private var hasState = false
  private var lastEvent: LoopInstant?
  private var lastState: LoopInstant?

  init(interval: Duration, progressInterval: Duration? = nil) {
    self.interval = interval
    self.progressInterval = progressInterval ?? interval
  }

  var isDue: Bool { stage == .due }

  mutating func change(_ change: Change = .state, at now: LoopInstant) -> Step {
    if stage == .due || hasState, change == .progress { return .nothing }
    if change == .state { hasState = true }
    let earliest =
      change == .state ? lastState.map { $0 + interval } : lastEvent.map { $0 + progressInterval }
    guard let earliest, now < earliest else {
      guard stage != .due else { return .nothing }
      stage = .due
      return .publish
    }
    switch stage {
    case .due: return .nothing
    case .waiting(let moment) where moment <= earliest: return .nothing
    case .waiting, .quiet:
      stage = .waiting(until: earliest)
      return .wait(until: earliest)
    }
  }

  mutating func published(at now: LoopInstant) {
    lastEvent = now
    // Where nothing was due, its owner had more than progress to tell, and did not wait.
    if hasState || stage == .quiet { lastState = now }
    _ = stop()
  }

  /// Nothing is due: the last subscriber has left, or all have the state. Returns true if something was.
  mutating func stop() -> Bool {
    defer { (stage, hasState) = (.quiet, false) }
    return stage != .quiet
  }
}
