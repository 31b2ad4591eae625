import EventLoop

/// Tokens that the store has granted to this machine. Time is passed in.
struct SharedTokens: Sendable {
  /// Others could use them.
  private static let lifetime: Duration = .seconds(1)
  /// A store that never grants any is wrong, or has more machines than the limit has requests.
  private static let patience: Duration = .seconds(5)

  /// The store has been asked.
  var areAwaited = false
  private var tokens = 0
  private var grantedAt = LoopInstant.distantPast
  private var deniedSince: LoopInstant?
  /// When to ask again.
  private(set) var nextAt = LoopInstant.distantPast

  func count(at now: LoopInstant) -> Int { now - grantedAt < Self.lifetime ? tokens : 0 }

  mutating func take() { tokens = max(0, tokens - 1) }

  mutating func giveBack() { tokens += 1 }

  mutating func add(_ grant: SharedBucket.Grant, at now: LoopInstant) {
    areAwaited = false
    tokens = count(at: now) + grant.tokens
    nextAt = now + grant.wait
    if grant.tokens > 0 {
      (grantedAt, deniedSince) = (now, nil)
    } else if now - (deniedSince ?? now) >= Self.patience {
      (tokens, grantedAt, deniedSince) = (1, now, nil)
    } else {
      deniedSince = deniedSince ?? now
    }
  }
}
