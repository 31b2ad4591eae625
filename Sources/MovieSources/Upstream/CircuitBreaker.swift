import EventLoop

/// Stops requests to an upstream that is down, and detects when it is back
/// (https://martinfowler.com/bliki/CircuitBreaker.html). Time is passed in.
///
/// Closed: all requests pass. After ``threshold`` failures in a row it opens: no request passes until a
/// moment that moves further away with each failure; then one passes as a probe, and its outcome decides.
///
/// A failure for one title says nothing about others: each target counts once.
struct CircuitBreaker: Sendable {
  static let threshold = 3
  /// A request 5 s after upstream has come back passes.
  static let backoff = Backoff(first: .seconds(1), maxWait: .seconds(4))

  /// Belongs to one admitted request. Earlier requests may still be running during a probe: their outcome is
  /// not the probe's.
  struct Admission: Sendable, Equatable {
    /// 0: it is not a probe.
    fileprivate let probe: UInt64
  }

  private enum State: Sendable {
    case closed
    case open(until: LoopInstant)
    case halfOpen(UInt64)
  }

  private var state = State.closed
  private var probes: UInt64 = 0
  private(set) var failures = 0
  /// The targets that failed since the last response of upstream, each once.
  private var failed: [String] = []

  private static let maxFailed = 16

  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// When the next request may pass; nil: now, or when the running probe has ended.
  var retryAt: LoopInstant? {
    if case .open(let until) = state { until } else { nil }
  }

  /// Whether a request would be admitted now.
  func admits(_ target: String?, at now: LoopInstant) -> Bool {
    switch state {
    case .closed: true
    case .halfOpen: false
    case .open(let until): now >= until && !hasFailed(target)
    }
  }

  /// Admits a request now; nil: it must not be sent. Report its end with `succeed`, `fail` or `abandon`.
  ///
  /// - Parameter target: a target that has failed already is never a probe; nil: any request may be one.
  mutating func admit(_ target: String? = nil, at now: LoopInstant) -> Admission? {
    guard admits(target, at: now) else { return nil }
    guard !isClosed else { return Admission(probe: 0) }
    probes &+= 1
    state = .halfOpen(probes)
    return Admission(probe: probes)
  }

  /// Upstream responded, whatever the response, and whichever request it was.
  mutating func succeed() {
    state = .closed
    failures = 0
    failed = []
  }

  /// - Parameters:
  ///   - target: nil: the failure is not specific to this target.
  ///   - jitter: 0 to 1.
  mutating func fail(_ admission: Admission, _ target: String? = nil, at now: LoopInstant, jitter: Double) {
    let isKnown = hasFailed(target)
    if let target, !isKnown { failed = failed.suffix(Self.maxFailed - 1) + [target] }
    switch state {
    case .closed where isKnown: return
    case .closed: break
    case .halfOpen(admission.probe): break
    // Sent before the circuit opened: that failure is counted already.
    case .open, .halfOpen: return
    }
    failures = min(failures + 1, 1000)
    if isClosed, failures < Self.threshold { return }
    let wait = Self.backoff.wait(after: max(1, failures - Self.threshold + 1), jitter: jitter)
    state = .open(until: now + wait)
  }

  /// The request was cancelled. If it was the probe, another request may become the probe.
  mutating func abandon(_ admission: Admission, at now: LoopInstant) {
    if case .halfOpen(admission.probe) = state { state = .open(until: now) }
  }

  private func hasFailed(_ target: String?) -> Bool { target.map(failed.contains) ?? false }
}
