/// Keeps an upstream that is down from being asked by everybody, and finds out when it is back
/// (https://martinfowler.com/bliki/CircuitBreaker.html). Time is passed in, in milliseconds of a steady
/// clock.
///
/// Closed: all go through. After ``threshold`` failures in a row it opens: nobody goes through until a moment
/// that moves further away with each failure; then one goes through as a trial, and its end decides.
struct Circuit: Sendable {
  static let threshold = 3
  static let backoff = Backoff(first: 1_000, most: 60_000)

  /// Of one request that went out. Others of before may still be under way while a trial is: what comes of
  /// them is not the trial's end.
  struct Admission: Sendable, Equatable {
    /// 0: it is no trial.
    fileprivate let trial: UInt64
  }

  private enum State: Sendable {
    case closed
    case open(until: UInt64)
    case trial(UInt64)
  }

  private var state = State.closed
  private var trials: UInt64 = 0
  private(set) var failures = 0

  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// When the next one may go through; nil: now, or when the trial under way has ended.
  var retryAt: UInt64? {
    if case .open(let until) = state { until } else { nil }
  }

  /// Lets a request go out now; nil: it must not. `succeed`, `fail` or `abandon` is to be told of its end.
  mutating func admit(at now: UInt64) -> Admission? {
    switch state {
    case .closed: return Admission(trial: 0)
    case .trial: return nil
    case .open(let until):
      guard now >= until else { return nil }
      trials &+= 1
      state = .trial(trials)
      return Admission(trial: trials)
    }
  }

  /// Upstream answered, whatever it said, and whoever asked.
  mutating func succeed() {
    state = .closed
    failures = 0
  }

  /// - Parameter jitter: 0 to 1.
  mutating func fail(_ admission: Admission, at now: UInt64, jitter: Double) {
    switch state {
    case .closed: break
    case .trial(admission.trial): break
    // Sent before it opened: it has been counted for.
    case .open, .trial: return
    }
    failures = min(failures + 1, 1000)
    if isClosed, failures < Self.threshold { return }
    let wait = Self.backoff.wait(after: max(1, failures - Self.threshold + 1), jitter: jitter)
    state = .open(until: now &+ wait)
  }

  /// It was cancelled. If it was the trial, another one may try.
  mutating func abandon(_ admission: Admission, at now: UInt64) {
    if case .trial(admission.trial) = state { state = .open(until: now) }
  }
}
