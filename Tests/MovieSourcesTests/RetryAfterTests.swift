import Testing

@testable import MovieSources

struct RetryAfterTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT
  private static let moment: Int64 = 784_111_777_000

  @Test(
    arguments: [
      ("0", 0), ("1", 1000), (" 7\t", 7000), ("007", 7000), ("3599", 3_599_000), ("3600", 3_600_000),
      ("999999", RetryAfter.most), (String(repeating: "9", count: 5000), RetryAfter.most),
      ("Sun, 06 Nov 1994 08:49:47 GMT", 10_000), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
      // Gone by; far away; a leap second.
      ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", RetryAfter.most),
      ("Sun, 06 Nov 1994 08:49:60 GMT", 23_000),
    ] as [(String, Int64)])
  func seconds_and_dates_are_read(_ header: String, _ wait: Int64) {
    #expect(RetryAfter.parse(header, at: Self.moment) == wait)
  }

  @Test(
    arguments: [
      "", " ", "-1", "+1", "1.5", "1e3", "0x10", "1 2", "soon", "١٢", "1\u{301}", "\u{0}", "1,2",
      "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Foo 1994 08:49:37 GMT",
      "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 +8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func what_says_nothing_is_not_taken_for_something(_ header: String) {
    #expect(RetryAfter.parse(header, at: Self.moment) == nil)
  }

  @Test func any_clock_and_any_bytes_stay_within_bounds() {
    var random = Seeded(4)
    let alphabet = Array("0123456789 :,-+SunNovGMT\u{e9}\u{301}\t")
    for _ in 0..<5000 {
      let length = Int.random(in: 0...40, using: &random)
      let header = String((0..<length).map { _ in alphabet.randomElement(using: &random) ?? " " })
      let now = [Int64.min, -1, 0, Self.moment, .max].randomElement(using: &random) ?? 0
      if let wait = RetryAfter.parse(header, at: now) { #expect((0...RetryAfter.most).contains(wait)) }
    }
    for now in [Int64.min, .max] {
      let wait = RetryAfter.parse("Sun, 06 Nov 1994 08:49:37 GMT", at: now)
      #expect(wait == (now == .min ? RetryAfter.most : 0))
    }
  }
}
