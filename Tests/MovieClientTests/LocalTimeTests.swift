import JSONRPC
import Testing

@testable import MovieClient

extension LocalTime {
  static let utc = LocalTime { _ in 0 }
}

struct LocalTimeTests {
  @Test(
    arguments: [
      (0, "2026-11-21T23:30:59Z", "2026-11-21 23:30"), (3600, "2026-11-21T23:30:59Z", "2026-11-22 00:30"),
      (-86_400, "2024-03-01T00:00:00Z", "2024-02-29 00:00"),
      (3600, "2026-11-21T23:30:00+01:00", "2026-11-21 23:30"),
    ] as [(Int64, JSONValue, String)])
  func moment_is_told_as_clocks_there_show_it(_ east: Int64, _ moment: JSONValue, _ minute: String) {
    let zone = LocalTime { _ in east }
    #expect(zone.minute(moment) == minute)
    #expect(zone.day(moment) == minute.prefix(10))
  }

  @Test(
    arguments: [nil, "", "yesterday", "2026-02-30T00:00:00Z", 5, "9999-12-31T23:59:60Z\u{1B}"] as [JSONValue])
  func what_is_no_moment_is_empty(_ moment: JSONValue) {
    #expect(LocalTime.utc.minute(moment) == "" && LocalTime.utc.day(moment) == "")
  }

  /// Whatever the zone of this machine: no place is more than 14 hours away.
  @Test func machine_has_a_zone() {
    let day = LocalTime.current.day("2026-11-21T12:00:00Z")
    #expect(["2026-11-21", "2026-11-22"].contains(day))
  }
}
