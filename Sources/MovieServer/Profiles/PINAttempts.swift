/// How often a PIN was wrong in a row, and how long the next try has to wait. Milliseconds of a clock that the
/// caller has; a value without a timer.
struct PINAttempts: Equatable, Sendable {
  /// So many may be wrong without a wait.
  static let free = 5
  static let most: UInt64 = 300_000

  /// The first wait; each one after it is twice as long.
  private let first: UInt64
  private var wrong = 0
  private var blockedUntil: UInt64 = 0

  init(first: UInt64 = 5_000) { self.first = first }

  /// Until the next try may be made; nil: now.
  func wait(at now: UInt64) -> UInt64? {
    blockedUntil > now ? blockedUntil - now : nil
  }

  mutating func note(isRight: Bool, at now: UInt64) {
    guard !isRight else {
      self = PINAttempts(first: first)
      return
    }
    wrong = min(wrong + 1, 1000)
    guard wrong >= Self.free else { return }
    blockedUntil = now &+ min(Self.most, first << UInt64(min(wrong - Self.free, 16)))
  }
}
