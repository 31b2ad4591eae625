/// Keeps an upstream that is down from being asked by everybody, and finds out when it is back.
/// (https://martinfowler.com/bliki/CircuitBreaker.html). Time is passed in, in milliseconds of a steady
/// clock.
///
/// Closed: all go through. After ``threshold`` failures in a row it opens: nobody goes through until a moment
/// that moves further away with each failure; then one goes through as a trial, and its end decides.
struct Circuit: Sendable {
  static let threshold = 3
  static let backoff = Backoff(first: 1_000, most: 60_000)

  private enum State: Sendable {
    case closed
    case open(until: UInt64)
    case trial
  }

  private var state = State.closed
  private(set) var failures = 0

  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// When the next one may go through; nil: now, or when the trial under way has ended.
  var retryAt: UInt64? {
    if case .open(let until) = state { until } else { nil }
  }

  /// Whether a request may go out now. True while it is not closed: this one is the trial, and must be told
  /// of by `succeed`, `fail` or `abandon`.
  mutating func admit(at now: UInt64) -> Bool {
    switch state {
    case .closed: return true
    case .trial: return false
    case .open(let until):
      guard now >= until else { return false }
      state = .trial
      return true
    }
  }

  /// Upstream answered, whatever it said.
  mutating func succeed() {
    state = .closed
    failures = 0
  }

  /// - Parameter jitter: 0 to 1.
  mutating func fail(at now: UInt64, jitter: Double) {
    failures = min(failures + 1, 1000)
    switch state {
    case .closed where failures < Self.threshold: break
    case .open: break  // Sent before it opened; it has been counted for.
    case .closed, .trial:
      let wait = Self.backoff.wait(after: max(1, failures - Self.threshold + 1), jitter: jitter)
      state = .open(until: now &+ wait)
    }
  }

  /// The trial was cancelled: another one may try.
  mutating func abandon(at now: UInt64) {
    if case .trial = state { state = .open(until: now) }
  }
}
