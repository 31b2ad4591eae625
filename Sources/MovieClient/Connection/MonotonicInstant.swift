import Glibc

/// A moment of CLOCK_MONOTONIC, [clock_gettime(2)](https://man7.org/linux/man-pages/man2/clock_gettime.2.html),
/// which counts while the machine is awake. Sums and differences are clamped.
///
/// `SuspendingClock` reads the same clock, but each call of the client would have to set up its types and to
/// compute in 128 bits.
package struct MonotonicInstant: Comparable, Sendable {
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static var now: MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  package static func < (one: MonotonicInstant, other: MonotonicInstant) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  package static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return MonotonicInstant(nanoseconds: seconds > 0 ? .max : .min) }
    return instant.adding(whole).adding(attoseconds / 1_000_000_000)
  }

  static func + (instant: MonotonicInstant, seconds: Seconds) -> MonotonicInstant {
    instant.adding(Int64(seconds.value * 1e9))
  }

  package static func - (later: MonotonicInstant, earlier: MonotonicInstant) -> Duration {
    .nanoseconds(later.nanosecondsLeft(from: earlier))
  }

  /// For poll(2): rounded up, since a wait of 0 would spin while time is left.
  package func millisecondsLeft(from earlier: MonotonicInstant) -> CInt {
    let left = nanosecondsLeft(from: earlier)
    return left > 0 ? CInt(clamping: (left - 1) / 1_000_000 + 1) : 0
  }

  private func nanosecondsLeft(from earlier: MonotonicInstant) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (self > earlier ? .max : .min) : difference
  }

  private func adding(_ more: Int64) -> MonotonicInstant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(more)
    return MonotonicInstant(nanoseconds: overflow ? (more > 0 ? .max : .min) : sum)
  }
}
