import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// The rules about dates.
@Suite struct CalendarEntryTests {
  private let today = Day("2026-11-21") ?? Day(days: 0)

  private func entry(_ releases: [String], isOver: Bool = false) -> CalendarEntry {
    CalendarEntry(
      TitleReleases(releases.map { Release($0) }, isOver: isOver),
      fetchedAt: Timestamp(seconds: 1_795_000_000), on: today)
  }

  @Test(arguments: [
    // The region's own, of every kind.
    (
      ["cinema 2026-11-20 US", "cinema 2026-12-01 DE", "digital 2027-01-05 DE", "physical 2027-02-01 DE"],
      ["cinema 2026-12-01 DE", "digital 2027-01-05 DE", "physical 2027-02-01 DE"]
    ),
    // A limited and a wide release are two.
    (["cinema 2026-11-20 DE", "cinema 2026-11-27 DE"], ["cinema 2026-11-20 DE", "cinema 2026-11-27 DE"]),
    // None there: all of where it came out first, and nothing of elsewhere.
    (
      ["cinema 2026-11-20 FR", "cinema 2026-11-21 US", "digital 2026-12-24 FR"],
      ["cinema 2026-11-20 FR", "digital 2026-12-24 FR"]
    ),
    (["cinema 2026-11-20 AT", "cinema 2026-11-20 US"], ["cinema 2026-11-20 US"]),
    (["cinema 2026-11-20 FR", "cinema 2026-11-20 AT"], ["cinema 2026-11-20 AT"]),
    (["cinema 2026-11-20"], ["cinema 2026-11-20"]),
    // A territory does not count while a country does, and has the dates of its own country.
    (
      ["cinema 2026-11-19 AS", "cinema 2026-11-20 GB", "cinema 2026-11-20 US"], ["cinema 2026-11-20 US"]
    ),
    (["cinema 2026-11-19 PR", "cinema 2026-12-20 JP"], ["cinema 2026-12-20 JP"]),
    (["cinema 2026-11-19 AS", "digital 2026-12-20 GU"], ["cinema 2026-11-19 AS"]),
    // It was out long ago: a disc of another country is no news here.
    (["cinema 1990-11-20 DE", "physical 2026-11-21 US"], []),
    // Episodes are for all.
    (
      ["episode 2026-11-14 US", "episode 2026-11-21 US"], ["episode 2026-11-14 US", "episode 2026-11-21 US"]
    ),
    ([], []),
  ])
  func dates_of_the_region_count_else_those_of_the_first_country(_ all: [String], _ expected: [String]) {
    #expect(entry(all).releases(in: "DE") == expected.map { Release($0) })
  }

  @Test func name_of_an_episode_is_stored_and_read() throws {
    let name = "S02E09 The After: Hours, 100 %"
    let day = Day("2026-11-21") ?? Day(days: 0)
    let entry = CalendarEntry(
      TitleReleases([Release(day, .episode, in: "US", episode: name), Release(day, .episode)]),
      fetchedAt: Timestamp(seconds: 1_795_000_000), on: day)
    let stored = StoredReleases(key: "tv/1", fetchedAt: entry.fetchedAt, facts: entry.facts)
    #expect(CalendarEntry(stored) == entry)
    #expect(entry.facts.split(separator: " ").count == 3)
  }

  @Test func territory_has_the_dates_of_its_country() {
    let film = entry(["cinema 2026-11-19 AS", "cinema 2026-11-20 US", "cinema 2026-11-18 FR"])
    #expect(film.releases(in: "PR") == [Release("cinema 2026-11-20 US")])
    #expect(film.releases(in: "RE") == [Release("cinema 2026-11-18 FR")])
    #expect(film.releases(in: "AS") == [Release("cinema 2026-11-19 AS")])
  }

  @Test(arguments: [
    // Soon, or just out: in a day.
    (["cinema 2026-11-30 FR"], false, 1), (["episode 2026-11-10 US"], true, 1),
    (["cinema 2026-11-21 US", "cinema 2020-11-21 DE"], false, 1),
    // Within the year, or not known yet: in a week.
    (["cinema 2027-06-01 DE"], false, 7), (["cinema 2026-03-01 DE"], false, 7), ([], false, 7),
    // Long ago, or over: in a month.
    (["cinema 1990-01-01 DE"], false, 30), (["episode 2026-03-01 US"], true, 30), ([], true, 30),
  ])
  func what_is_near_is_asked_for_more_often(_ all: [String], _ isOver: Bool, _ days: Int64) {
    #expect(entry(all, isOver: isOver).due(on: today) == Timestamp(seconds: 1_795_000_000 + days * 86_400))
  }

  @Test func what_is_kept_reads_back_as_it_was() {
    for known in [
      entry([]), entry([], isOver: true), entry(["cinema 1990-01-01 DE"]),
      CalendarEntry(TitleReleases([], isOnlyShown: true), fetchedAt: 1, on: today),
      entry(["cinema 2026-11-20 US", "digital 2026-12-01", "physical 2027-01-01 DE", "episode 2026-11-21 JP"]
      ),
    ] {
      let cached = StoredReleases(key: "movie/1", fetchedAt: known.fetchedAt, facts: known.facts)
      #expect(CalendarEntry(cached) == known, "\(known.facts)")
    }
    #expect(entry(["cinema 1990-01-01 DE"]).facts == "")
    for facts in ["x", "20778", "20778xDE", "20778cD", "99999999999999999999c", "20778cDEU", "-", "c"] {
      #expect(CalendarEntry(StoredReleases(key: "movie/1", fetchedAt: 1, facts: facts)) == nil, "\(facts)")
    }
  }

  @Test(arguments: [Int.min, .max, 5_000_001, -5_000_001])
  func day_that_no_calendar_has_is_of_another_version(_ days: Int) {
    #expect(CalendarEntry(StoredReleases(key: "movie/1", fetchedAt: 1, facts: "whole \(days)cDE")) == nil)
  }

  @Test func what_is_held_of_a_title_is_bounded() {
    let many = (0..<5000).map { Release(Day(days: today.days + $0), .cinema, in: "DE") }
    let entry = CalendarEntry(TitleReleases(many), fetchedAt: 1, on: today)
    #expect(entry.releases.count == 1000 && !entry.isWhole)
  }
}
