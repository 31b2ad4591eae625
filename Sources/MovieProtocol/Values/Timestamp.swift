#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Times as the wire has them: RFC 3339, UTC, whole seconds (https://www.rfc-editor.org/rfc/rfc3339).
package struct Timestamp: Sendable, Equatable {
  /// Since 1970.
  package let seconds: Int64

  package init(_ seconds: Int64) { self.seconds = seconds }

  package static func now() -> Int64 { Int64(time(nil)) }

  /// Milliseconds since 1970.
  package static func milliseconds() -> Int64 {
    var moment = timespec()
    clock_gettime(CLOCK_REALTIME, &moment)
    return Int64(moment.tv_sec) * 1000 + Int64(moment.tv_nsec) / 1_000_000
  }

  /// `2026-11-21T09:30:00Z`
  package static func text(_ seconds: Int64) -> String {
    var moment = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    return
      "\((Int(parts.tm_year) + 1900).padded(to: 4))-\((parts.tm_mon + 1).padded(to: 2))-\(parts.tm_mday.padded(to: 2))"
      + "T\(parts.tm_hour.padded(to: 2)):\(parts.tm_min.padded(to: 2)):\(parts.tm_sec.padded(to: 2))Z"
  }
}
