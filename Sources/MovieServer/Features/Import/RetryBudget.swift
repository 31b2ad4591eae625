import MovieSources

/// How long one import waits for upstream in total: a brief failure is waited out, an outage is not.
struct RetryBudget: Sendable {
  /// Short pauses, so that upstream is tried again soon after it is back.
  private static let backoff = Backoff(first: .milliseconds(500), maxWait: .seconds(4))

  private var left: Duration
  private var failures = 0

  /// - Parameter total: the sum of all pauses.
  init(_ total: Duration) { left = total }

  /// Until the next try; nil: the total is used up.
  ///
  /// - Parameter jitter: 0 to 1.
  mutating func pause(jitter: Double) -> Duration? {
    guard left > .zero else { return nil }
    failures = min(failures + 1, 1000)
    let pause = min(Self.backoff.wait(after: failures, jitter: jitter), left)
    left -= pause
    return pause
  }

  /// Upstream has answered: the next pause is a short one.
  mutating func wasAnswered() { failures = 0 }
}
