import MovieProtocol

/// Counts consecutive wrong PINs, and how long the next try has to wait, by the wall clock, so that they
/// remain valid across a restart. A value without a timer.
struct PINAttempts: Equatable, Sendable {
  /// This many wrong PINs are allowed without a wait.
  static let free = 5
  static let maxWait: Duration = .seconds(300)
  private static let maxCounted = 1000

  /// The first wait; each one after it is twice as long.
  private let first: Duration
  private(set) var wrong = 0
  private(set) var blockedUntil = Timestamp.epoch

  init(first: Duration = .seconds(5)) { self.first = first }

  /// From the stored values.
  init(wrong: Int, blockedUntil: Timestamp, at now: Timestamp) {
    self.init()
    self.wrong = min(max(wrong, 0), Self.maxCounted)
    self.blockedUntil = max(blockedUntil, .epoch)
    limitWait(at: now)
  }

  /// The time until the next try is allowed; nil: now.
  mutating func wait(at now: Timestamp) -> Duration? {
    limitWait(at: now)
    return blockedUntil > now ? blockedUntil - max(now, .epoch) : nil
  }

  /// A damaged row, or a clock that was set back, must not cause a longer wait than usual.
  private mutating func limitWait(at now: Timestamp) {
    blockedUntil = min(blockedUntil, max(now, .epoch) + Self.maxWait)
  }

  mutating func record(isRight: Bool, at now: Timestamp) {
    guard !isRight else {
      self = PINAttempts(first: first)
      return
    }
    wrong = min(wrong + 1, Self.maxCounted)
    guard wrong >= Self.free else { return }
    blockedUntil = max(now, .epoch) + min(Self.maxWait, first * (1 << min(wrong - Self.free, 16)))
  }
}
