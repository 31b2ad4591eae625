import Glibc
import JSONRPC

/// A day of the Gregorian calendar, counted from 1970-01-01, with the arithmetic of
/// https://howardhinnant.github.io/date_algorithms.html
package struct Day: Sendable, Hashable {
  package var days: Int

  package init(days: Int) { self.days = days }

  /// `2026-11-21`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.count) == [4, 2, 2] else { return nil }
    let numbers = parts.compactMap { part in
      part.allSatisfy(\.isDigit)
        ? part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } : nil
    }
    guard numbers.count == 3, (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else { return nil }
    let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((numbers[1] + 9) % 12) + 2) / 5 + numbers[2] - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    days = era * 146_097 + dayOfEra - 719_468
    // The 31st of a month with 30 days would come out as another day.
    guard self.text == text else { return nil }
  }

  package var text: String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return
      "\(year.padded(to: 4))-\((month < 10 ? month + 3 : month - 9).padded(to: 2))-\(day.padded(to: 2))"
  }
}

extension Day: Strideable {
  package func distance(to other: Day) -> Int { other.days - days }
  package func advanced(by count: Int) -> Day { Day(days: days + count) }
}

extension Day {
  /// The current day in the user's time zone, and the period for which this answer holds: clocks change on
  /// quarters of an hour, and days also begin on them, except in custom time zones.
  package static func local(at moment: Timestamp) -> (day: Day, holds: Range<Timestamp>) {
    let seconds = moment.seconds
    var moment = time_t(seconds)
    var parts = tm()
    let offset = localtime_r(&moment, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    let local = seconds + offset
    let quarter = seconds - ((seconds % 900) + 900) % 900
    let day = (local - ((local % 86_400) + 86_400) % 86_400) / 86_400
    let midnight = seconds + 86_400 - ((local % 86_400) + 86_400) % 86_400
    return (
      Day(days: Int(day)),
      Timestamp(seconds: quarter)..<Timestamp(seconds: min(quarter + 900, midnight))
    )
  }

  /// When the next day begins in the user's time zone: in 23 to 25 hours if clocks are changed
  /// that night.
  package static func localEnd(at now: Timestamp) -> Timestamp {
    var moment = time_t(now.seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return now + .seconds(86_400) }
    parts.tm_mday += 1
    (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
    let end = Timestamp(seconds: Int64(mktime(&parts)))
    // A day that begins later than at 0:00 is found by a second call.
    return end > now ? end : now + .seconds(900)
  }
}
