import Glibc
import JSONRPC

/// The time by which everything together must be done.
package struct Deadline: Equatable, Sendable {
  private let instant: MonotonicInstant
  /// The limit that was requested, for the message.
  package let limit: Seconds

  package init(_ limit: Seconds) {
    self.init(MonotonicInstant.now + limit, limit)
  }

  private init(_ instant: MonotonicInstant, _ limit: Seconds) {
    (self.instant, self.limit) = (instant, limit)
  }

  /// This deadline, or the end of `duration`, whichever comes first.
  package func within(_ duration: Duration) -> Deadline {
    Deadline(min(instant, MonotonicInstant.now + duration), limit)
  }

  /// For poll(2).
  package var remainingMilliseconds: CInt { instant.millisecondsLeft(from: .now) }

  package var hasPassed: Bool { MonotonicInstant.now >= instant }

  package var failure: CommandError {
    CommandError(
      .timedOut, "no answer within \(limit.text) s", kind: "timeout",
      hint: "--timeout SECONDS waits longer; movierpc status shows the daemon's state")
  }
}

/// A duration as users type it: `2`, `0.5`, `120`.
package struct Seconds: Equatable, Sendable {
  package let value: Double

  package static let usual = Seconds(value: 30)
  package static let max = Seconds(value: 86_400)

  private init(value: Double) { self.value = value }

  /// Nil unless it is a plain decimal number over 0 and at most a day.
  package init?(_ text: String) {
    // Double also reads `inf`, `nan` and `0x1p3`.
    let isPlain = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    guard isPlain, let value = Double(text), value > 0, value <= Self.max.value else { return nil }
    self.value = value
  }

  /// `30`, `0.5`: for messages.
  package var text: String {
    value == value.rounded() ? String(Int(value)) : value.description
  }
}

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
