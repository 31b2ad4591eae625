/// Keeps an upstream that is down from being asked by everybody, and finds out when it is back
/// (https://martinfowler.com/bliki/CircuitBreaker.html). Time is passed in, in milliseconds of a steady
/// clock.
///
/// Closed: all go through. After ``threshold`` failures in a row it opens: nobody goes through until a moment
/// that moves further away with each failure; then one goes through as a trial, and its end decides.
///
/// One title that upstream cannot serve says nothing of others: each target counts once.
struct CircuitBreaker: Sendable {
  static let threshold = 3
  /// Who asks 5 s after upstream has come back gets through.
  static let backoff = Backoff(first: 1_000, most: 4_000)

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
  /// The targets that failed since upstream answered last, each once.
  private var failed: [String] = []

  private static let maxFailed = 16

  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// When the next one may go through; nil: now, or when the trial under way has ended.
  var retryAt: UInt64? {
    if case .open(let until) = state { until } else { nil }
  }

  /// Whether a request has a chance now.
  func admits(_ target: String?, at now: UInt64) -> Bool {
    switch state {
    case .closed: true
    case .trial: false
    case .open(let until): now >= until && !hasFailed(target)
    }
  }

  /// Lets a request go out now; nil: it must not. `succeed`, `fail` or `abandon` is to be told of its end.
  ///
  /// - Parameter target: what has failed already is no trial; nil: anything may be one.
  mutating func admit(_ target: String? = nil, at now: UInt64) -> Admission? {
    guard admits(target, at: now) else { return nil }
    guard !isClosed else { return Admission(trial: 0) }
    trials &+= 1
    state = .trial(trials)
    return Admission(trial: trials)
  }

  /// Upstream answered, whatever it said, and whoever asked.
  mutating func succeed() {
    state = .closed
    failures = 0
    failed = []
  }

  /// - Parameters:
  ///   - target: nil: it was not for this one target that it failed.
  ///   - jitter: 0 to 1.
  mutating func fail(_ admission: Admission, _ target: String? = nil, at now: UInt64, jitter: Double) {
    let isKnown = hasFailed(target)
    if let target, !isKnown { failed = failed.suffix(Self.maxFailed - 1) + [target] }
    switch state {
    case .closed where isKnown: return
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

  private func hasFailed(_ target: String?) -> Bool { target.map(failed.contains) ?? false }
}
