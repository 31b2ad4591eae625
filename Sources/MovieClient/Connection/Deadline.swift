#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The time by which everything together must be done.
package struct Deadline: Equatable, Sendable {
  /// On CLOCK_MONOTONIC, which is not affected by setting the clock.
  private let nanoseconds: UInt64
  /// The limit that was requested, for the message.
  package let limit: Seconds

  package init(_ limit: Seconds) {
    self.limit = limit
    nanoseconds = Self.now + UInt64(limit.value * 1e9)
  }

  private init(nanoseconds: UInt64, limit: Seconds) {
    self.nanoseconds = nanoseconds
    self.limit = limit
  }

  /// This deadline, or the moment in `milliseconds`, whichever comes first.
  package func within(milliseconds: UInt64) -> Deadline {
    Deadline(nanoseconds: min(nanoseconds, Self.now + milliseconds * 1_000_000), limit: limit)
  }

  /// At least 1 while time is left: a wait of 0 would spin.
  package var remainingMilliseconds: CInt {
    let now = Self.now
    guard nanoseconds > now else { return 0 }
    return CInt(clamping: (nanoseconds - now + 999_999) / 1_000_000)
  }

  package var hasPassed: Bool { remainingMilliseconds == 0 }

  package var failure: CommandError {
    CommandError(
      .timedOut, "no answer within \(limit.text) s", kind: "timeout",
      hint: "--timeout SECONDS waits longer; movierpc status shows the daemon's state")
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
