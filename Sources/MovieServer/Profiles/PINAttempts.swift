/// Counts consecutive wrong PINs, and how long the next try has to wait. Milliseconds since 1970, so that
/// they remain valid across a restart; a value without a timer.
struct PINAttempts: Equatable, Sendable {
  /// This many wrong PINs are allowed without a wait.
  static let free = 5
  static let most: Int64 = 300_000
  private static let maxCounted = 1000

  /// The first wait; each one after it is twice as long.
  private let first: Int64
  private(set) var wrong = 0
  private(set) var blockedUntil: Int64 = 0

  init(first: Int64 = 5_000) { self.first = first }

  /// From the stored values.
  init(wrong: Int, blockedUntil: Int64, at now: Int64) {
    self.init()
    self.wrong = min(max(wrong, 0), Self.maxCounted)
    self.blockedUntil = max(blockedUntil, 0)
    limitWait(at: now)
  }

  /// The time until the next try is allowed; nil: now.
  mutating func wait(at now: Int64) -> Int64? {
    limitWait(at: now)
    return blockedUntil > now ? blockedUntil - max(now, 0) : nil
  }

  /// A damaged row, or a clock that was set back, must not cause a longer wait than usual.
  private mutating func limitWait(at now: Int64) {
    blockedUntil = min(blockedUntil, max(now, 0) + Self.most)
  }

  mutating func record(isRight: Bool, at now: Int64) {
    guard !isRight else {
      self = PINAttempts(first: first)
      return
    }
    wrong = min(wrong + 1, Self.maxCounted)
    guard wrong >= Self.free else { return }
    blockedUntil = max(now, 0) + min(Self.most, first << Int64(min(wrong - Self.free, 16)))
  }
}
