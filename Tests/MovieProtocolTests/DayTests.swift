import Glibc
import MovieProtocol
import Testing

@Suite struct DayTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-21", 20_778),
    ("1600-01-01", -135_140),
    ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
  ])
  func day_reads_back_as_it_was(_ text: String, _ days: Int) throws {
    #expect(try #require(Day(text)).days == days)
    #expect(Day(days: days).text == text)
  }

  @Test func days_follow_one_another() throws {
    let first = try #require(Day("1899-12-01")).days
    for days in first..<first + 60_000 { #expect(Day(Day(days: days).text)?.days == days) }
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-13-01", "2026-00-10", "2026-04-31", "2023-02-29", "1900-02-29",
    "2026-11-32",
    "20261121", "2026-11-21T", "-026-11-21", "2026-11-2x", "2026/11/21",
  ])
  func what_is_no_day_is_refused(_ text: String) { #expect(Day(text) == nil) }

  @Test func today_holds_for_this_quarter_of_an_hour() {
    let now = Timestamp.now
    let (day, holds) = Day.local(at: now)
    #expect(holds.contains(now))
    #expect(holds.upperBound - holds.lowerBound <= .seconds(900))
    for moment in [holds.lowerBound, holds.upperBound - .seconds(1)] {
      #expect(Day.local(at: moment).day == day)
    }
    #expect(abs(day.days - Int(now.seconds / 86_400)) <= 1)
  }

  @Test func the_day_ends_where_the_next_one_begins() {
    let now = Timestamp.now
    // A year has every change of the clock there is.
    for hour in 0..<366 * 24 {
      let moment = now + .seconds(hour * 3600)
      let end = Day.localEnd(at: moment)
      let day = Day.local(at: moment).day
      #expect(end > moment && end - moment <= .seconds(25 * 3600))
      #expect(
        Day.local(at: end - .seconds(1)).day == day && Day.local(at: end).day.days == day.days + 1,
        "\(moment)")
    }
  }
}
