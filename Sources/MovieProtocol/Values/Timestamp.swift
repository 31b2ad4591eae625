package import Glibc
import JSONRPC

/// A moment of the wall clock, which may be set: milliseconds since 1970. The wire has it as RFC 3339, UTC, whole
/// seconds (https://www.rfc-editor.org/rfc/rfc3339).
///
/// Sums and differences are clamped, so that a moment from outside may be any.
package struct Timestamp: Comparable, Hashable, Sendable {
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(seconds: Int64) { milliseconds = Int64(clamping: Int128(seconds) * 1000) }

  /// As the system states the times of files.
  package init(_ time: timespec) {
    self = Timestamp(seconds: Int64(time.tv_sec)) + .nanoseconds(time.tv_nsec)
  }

  package static let epoch = Timestamp(milliseconds: 0)
  package static let distantPast = Timestamp(milliseconds: .min)
  package static let distantFuture = Timestamp(milliseconds: .max)

  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  package var seconds: Int64 { milliseconds / 1000 }

  package static func + (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: Int64(clamping: Int128(moment.milliseconds) + milliseconds(duration)))
  }

  package static func += (moment: inout Timestamp, duration: Duration) { moment = moment + duration }

  package static func - (moment: Timestamp, duration: Duration) -> Timestamp {
    Timestamp(milliseconds: Int64(clamping: Int128(moment.milliseconds) - milliseconds(duration)))
  }

  private static func milliseconds(_ duration: Duration) -> Int128 {
    let (seconds, attoseconds) = duration.components
    return Int128(seconds) * 1000 + Int128(attoseconds / 1_000_000_000_000_000)
  }

  package static func - (later: Timestamp, earlier: Timestamp) -> Duration {
    .milliseconds(later.milliseconds(since: earlier))
  }

  package func milliseconds(since earlier: Timestamp) -> Int64 {
    Int64(clamping: Int128(milliseconds) - Int128(earlier.milliseconds))
  }

  package static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

  /// `2026-11-21T09:30:00Z`
  package var text: String {
    var moment = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    return
      "\((Int(parts.tm_year) + 1900).padded(to: 4))-\((parts.tm_mon + 1).padded(to: 2))-\(parts.tm_mday.padded(to: 2))"
      + "T\(parts.tm_hour.padded(to: 2)):\(parts.tm_min.padded(to: 2)):\(parts.tm_sec.padded(to: 2))Z"
  }
}
