import Glibc
import JSONRPC
import MovieProtocol

/// Numbers formatted for people.
package enum Quantity {
  /// `512 B`, `23.0 MiB`.
  package static func bytes(_ count: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    guard count >= 1024 else { return "\(count) B" }
    var tenths = count / 1024 * 10 + count % 1024 * 10 / 1024
    var unit = 0
    while tenths >= 10_240, unit < units.count - 1 {
      tenths /= 1024
      unit += 1
    }
    return "\(Self.tenths(tenths)) \(units[unit])"
  }

  /// `12.0 MiB of 52.4 MiB`, or `12.0 MiB` where the total is reached or unknown.
  static func bytes(_ count: Int64?, of total: Int64?) -> String {
    let (count, total) = (Int(max(0, count ?? 0)), Int(total ?? 0))
    return total > count ? localized("\(bytes(count)) of \(bytes(total))") : bytes(count)
  }

  /// 0 to 100, for any two values; nil: the total is unknown.
  static func percent(_ count: Int64?, of total: Int64?) -> Int? {
    guard let total, total > 0 else { return nil }
    return Int(max(0, min(100, Double(count ?? 0) / Double(total) * 100)))
  }

  /// `1.2 MiB/s`; nil: nothing arrives.
  static func rate(_ bytesPerSecond: Int64?) -> String? {
    bytesPerSecond.flatMap { $0 > 0 ? "\(bytes(Int($0)))/s" : nil }
  }

  /// `850 ms`, `12 s`, `5 min 3 s`, `2 h 10 min`, `3 d 4 h`.
  package static func milliseconds(_ count: Int) -> String {
    let seconds = count / 1000
    return switch seconds {
    case ..<1: "\(count) ms"
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    case ..<86_400: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    default: "\(seconds / 86_400) d \(seconds / 3600 % 24) h"
    }
  }

  /// `45 min`, `2 h 35 min`: the length of a film.
  package static func minutes(_ count: Int) -> String {
    count < 60 ? "\(count) min" : "\(count / 60) h \(count % 60) min"
  }

  /// `$165,000,000`; `$165.000.000` in the locales that write it so.
  package static func dollars(_ count: Int) -> String {
    let sign: Character = DisplayLanguage.current.decimalSign == "," ? "." : ","
    var text = ""
    for (place, digit) in String(count).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(sign) }
      text.append(digit)
    }
    return "$" + String(text.reversed())
  }

  /// `18 us`, `1.2 ms`, `3.4 s`.
  package static func microseconds(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) us"
    case ..<1_000_000: "\(tenths(count / 100)) ms"
    default: "\(tenths(count / 100_000)) s"
    }
  }

  /// `7.8` for 78; `7,8` in the locales that write it so.
  static func tenths(_ count: Int) -> String {
    "\(count / 10)\(DisplayLanguage.current.decimalSign)\(count % 10)"
  }

  /// `26 titles`, `10000+ titles`: of a list that ends at 10,000.
  package static func rows(_ count: Int, _ noun: Noun) -> String { self.count(count, noun, rows(count)) }

  static func rows(_ count: Int) -> String {
    count < TitlePage.maxRows ? String(count) : "\(TitlePage.maxRows)+"
  }

  /// `1 title`, `2 titles`.
  package static func count(_ count: Int, _ noun: Noun) -> String { self.count(count, noun, String(count)) }

  private static func count(_ count: Int, _ noun: Noun, _ shown: String) -> String {
    let (one, many) = ("%1 \(noun.rawValue)", "%1 \(noun.plural)")
    let text = TranslatedText.of(one, count: count, .current) ?? (count == 1 ? one : many)
    return TranslatedText.filled(text, [shown])
  }

  /// The things that are counted.
  package enum Noun: String, CaseIterable, Sendable {
    case title
    case vote, episode, season, person, review, picture, row, page, provider, release, download, entry,
      favourite, problem,
      connection,
      subscription, request, hit, search

    package var plural: String {
      switch self {
      case .entry: "entries"
      case .person: "people"
      case .search: "searches"
      default: rawValue + "s"
      }
    }
  }
}

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
