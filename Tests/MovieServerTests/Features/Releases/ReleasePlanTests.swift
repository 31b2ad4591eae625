import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ReleasePlanTests {
  private let today = Day("2026-11-21") ?? Day(days: 0)
  private let now: Timestamp = 1_795_219_200_000

  private func plan(
    _ awaited: [AwaitedTitle], _ calendar: [TitleKey: CalendarEntry] = [:], ahead: Int = 14,
    maxAge: Duration? = nil
  ) -> ReleasePlan {
    ReleasePlan(
      awaited, calendar, days: today...today.advanced(by: ahead), region: "DE", maxAge: maxAge,
      today: today, now: now)
  }

  private func entry(_ releases: [String], age: Duration = .seconds(60)) -> CalendarEntry {
    CalendarEntry(TitleReleases(releases.map { Release($0) }), fetchedAt: now - age, on: today)
  }

  @Test func what_is_known_locally_is_the_first_release() {
    let plan = plan([
      AwaitedTitle(key: "movie/1", releaseDate: "2026-11-21"),
      AwaitedTitle(key: "tv/2", releaseDate: "2026-11-23"),
      AwaitedTitle(key: "itunes/3", releaseDate: "2026-11-22"),
      AwaitedTitle(key: "movie/4", releaseDate: "2026-11-20"),
      AwaitedTitle(key: "movie/5", releaseDate: nil),
    ])
    #expect(
      plan.candidates == [
        .init(key: "movie/1", release: Release("cinema 2026-11-21"), fetchedAt: nil),
        .init(key: "itunes/3", release: Release("cinema 2026-11-22"), fetchedAt: nil),
        .init(key: "tv/2", release: Release("episode 2026-11-23"), fetchedAt: nil),
      ])
    // Nearest first; a series may go on, what has no date is to come, and iTunes' are not asked for.
    #expect(plan.unknown.map(\.text) == ["movie/1", "movie/4", "tv/2", "movie/5"])
  }

  @Test func what_TMDB_says_counts_and_not_what_was_known_before() {
    let titles = [
      AwaitedTitle(key: "movie/1", releaseDate: "2026-11-21"),
      AwaitedTitle(key: "movie/2", releaseDate: "2026-11-21"),
      AwaitedTitle(key: "movie/3", releaseDate: "2026-11-21"),
    ]
    let plan = plan(
      titles,
      [
        "movie/1": entry(["cinema 2026-11-25 DE"]), "movie/2": entry(["cinema 1999-01-01 DE"]),
        // TMDB has no date at all.
        "movie/3": entry([]),
      ])
    #expect(plan.candidates.map(\.key) == ["movie/3", "movie/1"])
    #expect(
      plan.candidates.map(\.release) == [Release("cinema 2026-11-21"), Release("cinema 2026-11-25 DE")])
    #expect(plan.unknown.isEmpty && plan.due.isEmpty && plan.nextDue == now + .seconds(86_400 - 60))
  }

  @Test func what_is_too_old_is_asked_for_anew() {
    let titles = (1...4).map { AwaitedTitle(key: "movie/\($0)", releaseDate: nil) }
    let day: Duration = .seconds(86_400)
    let calendar: [TitleKey: CalendarEntry] = [
      "movie/1": entry(["cinema 2026-12-01 DE"], age: day * 2),
      "movie/2": entry(["cinema 2026-11-22 DE"], age: day),
      "movie/3": entry(["cinema 2026-11-22 DE"], age: day - .seconds(1)),
      // While the clock was wrong.
      "movie/4": entry(["cinema 2026-11-30 DE"], age: .zero - day),
    ]
    let plan = plan(titles, calendar)
    #expect(plan.due.map(\.text) == ["movie/2", "movie/4", "movie/1"])
    #expect(plan.unknown.isEmpty && plan.nextDue == now + .seconds(1))
    #expect(plan.candidates.filter(\.isOverdue).map(\.key) == ["movie/2", "movie/1"])
    let fresh = self.plan(titles, calendar, maxAge: .seconds(3600))
    #expect(fresh.unknown.map(\.text) == ["movie/2", "movie/3", "movie/4", "movie/1"] && fresh.due.isEmpty)
  }

  @Test func a_long_list_is_planned_in_a_moment() {
    let titles = (1...20_000).map { AwaitedTitle(key: "movie/\($0)", releaseDate: "2026-11-21") }
    let plan = plan(titles, ["movie/7": entry([])])
    #expect(plan.candidates.count == 20_000 && plan.unknown.count == 19_999)
  }
}
