import Glibc
import JSONRPC
import MovieProtocol

/// Times of the wire, which are in UTC, as local time.
package struct LocalTime: Sendable {
  /// Seconds east of Greenwich at a moment in seconds since 1970.
  private let offset: @Sendable (Int64) -> Int64

  package init(offset: @escaping @Sendable (Int64) -> Int64) { self.offset = offset }

  /// Of `TZ` or /etc/localtime.
  package static let current = LocalTime { seconds in
    var moment = time_t(seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return 0 }
    return Int64(parts.tm_gmtoff)
  }

  /// `2026-11-21`; empty if it is not a time.
  func day(_ moment: JSONValue?) -> String { String(minute(moment).prefix(10)) }

  /// `2026-11-21 10:30`; empty if it is not a time.
  func minute(_ moment: JSONValue?) -> String {
    guard let time = moment?.stringValue.flatMap({ Timestamp($0) }) else { return "" }
    return minute(time)
  }

  func minute(_ time: Timestamp) -> String {
    let text = (time + .seconds(offset(time.seconds))).text
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
}
