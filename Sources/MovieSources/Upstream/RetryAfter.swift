import JSONRPC
import MovieProtocol

/// The header `Retry-After`: seconds, or a date (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
package enum RetryAfter {
  /// A server that wants longer gets the next request earlier, and can send the header again.
  static let most: Int64 = 3_600_000

  /// Milliseconds from `now` (milliseconds since 1970), or nil if the header is malformed.
  package static func parse(_ header: String, at now: Int64) -> Int64? {
    let text = header.trimmingBlanks
    if !text.isEmpty, text.utf8.allSatisfy(\.isDigit) {
      // A number too large for an Int exceeds any bound.
      guard let seconds = Int64(text), seconds < most / 1000 else { return most }
      return seconds * 1000
    }
    guard let moment = HTTPDate.parse(text) else { return nil }
    let (wait, overflow) = (moment * 1000).subtractingReportingOverflow(now)
    return overflow ? most : min(max(0, wait), most)
  }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers still send
/// (https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7).
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Seconds since 1970.
  static func parse(_ text: String) -> Int64? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else {
      return nil
    }
    let clock = parts[4].split(separator: ":").map { number($0, 2) }
    guard let dayOfMonth = number(parts[1], 2), let year = number(parts[3], 4), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60,
      let day = Day("\(year.padded(to: 4))-\((month + 1).padded(to: 2))-\(dayOfMonth.padded(to: 2))")
    else { return nil }
    return Int64(day.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, _ digits: Int) -> Int? {
    guard text.utf8.count == digits, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}

extension StringProtocol {
  var trimmingBlanks: String {
    let start = drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
