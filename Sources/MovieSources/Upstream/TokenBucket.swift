import EventLoop

/// Limits the rate of requests: tokens arrive at a steady rate up to `burst`, each request takes one
/// (https://en.wikipedia.org/wiki/Token_bucket). Time is passed in.
struct TokenBucket: Sendable {
  private(set) var perSecond: Double
  private(set) var burst: Double
  private var tokens: Double
  private var filledAt: LoopInstant

  /// The error that sums of fractions may have, compared to a whole token.
  private static let rounding = 1e-9

  init(perSecond: Double, burst: Double, at now: LoopInstant) {
    self.perSecond = Self.bounded(perSecond, least: 0.001)
    self.burst = Self.bounded(burst, least: 1)
    tokens = self.burst
    filledAt = now
  }

  /// Changes the limits; saved tokens stay, as far as the new burst allows.
  mutating func change(perSecond: Double, burst: Double, at now: LoopInstant) {
    fill(at: now)
    self.perSecond = Self.bounded(perSecond, least: 0.001)
    self.burst = Self.bounded(burst, least: 1)
    tokens = min(tokens, self.burst)
  }

  /// Whole tokens available.
  mutating func available(at now: LoopInstant) -> Int {
    fill(at: now)
    return Int(tokens + Self.rounding)
  }

  /// False: there is no token.
  mutating func take(at now: LoopInstant) -> Bool {
    fill(at: now)
    guard tokens >= 1 - Self.rounding else { return false }
    tokens = max(0, tokens - 1)
    return true
  }

  /// Returns a token that was taken for a request that was not sent.
  mutating func giveBack() { tokens = min(burst, tokens + 1) }

  /// Until `count` tokens are available, rounded up.
  mutating func wait(for count: Int = 1, at now: LoopInstant) -> Duration {
    fill(at: now)
    let missing = Double(count) - tokens
    guard missing > Self.rounding else { return .zero }
    let milliseconds = (missing / perSecond * 1000).rounded(.up)
    return .milliseconds(Int64(min(milliseconds, 1e12)))
  }

  private static func bounded(_ number: Double, least: Double) -> Double {
    number > least ? min(number, 1e9) : least
  }

  private mutating func fill(at now: LoopInstant) {
    guard now > filledAt else { return }
    tokens = min(burst, tokens + (now - filledAt) / .seconds(1) * perSecond)
    filledAt = now
  }
}
