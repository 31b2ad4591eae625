/// How often a PIN was wrong in a row, and how long the next try has to wait. Milliseconds of a clock that the
/// caller has; a value without a timer.
struct PINAttempts: Equatable, Sendable {
  /// So many may be wrong without a wait.
  static let free = 5
  private static let first: UInt64 = 5_000
  private static let most: UInt64 = 300_000

  private var wrong = 0
  private var blockedUntil: UInt64 = 0

  /// Until the next try may be made; nil: now.
  func wait(at now: UInt64) -> UInt64? {
    blockedUntil > now ? blockedUntil - now : nil
  }

  mutating func note(isRight: Bool, at now: UInt64) {
    guard !isRight else {
      self = PINAttempts()
      return
    }
    wrong = min(wrong + 1, 1000)
    guard wrong >= Self.free else { return }
    blockedUntil = now &+ min(Self.most, Self.first << UInt64(min(wrong - Self.free, 16)))
  }
}
