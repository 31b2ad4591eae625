import MovieSources

/// How long one import waits for upstream in total: a brief failure is waited out, an outage is not.
struct RetryBudget: Sendable {
  /// Short pauses, so that upstream is tried again soon after it is back.
  private static let backoff = Backoff(first: 500, most: 4_000)

  /// Milliseconds.
  private var left: UInt64
  private var failures = 0

  /// - Parameter milliseconds: the sum of all pauses.
  init(milliseconds: UInt64) { left = milliseconds }

  /// Milliseconds until the next try; nil: the total is used up.
  ///
  /// - Parameter jitter: 0 to 1.
  mutating func pause(jitter: Double) -> UInt64? {
    guard left > 0 else { return nil }
    failures = min(failures + 1, 1000)
    let pause = max(1, min(Self.backoff.wait(after: failures, jitter: jitter), left))
    left -= pause
    return pause
  }

  /// Upstream has answered: the next pause is a short one.
  mutating func wasAnswered() { failures = 0 }
}
