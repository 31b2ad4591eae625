import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct UpdateScheduleTests {
  private let start = Self.at("2026-11-23T12:00:00Z")
  private let old = "2026-11-01"

  private static func at(_ text: String) -> Timestamp { Timestamp(text) ?? .epoch }

  private func schedule(spread: Duration = .zero) -> UpdateSchedule {
    UpdateSchedule(startedAt: start, spread: spread)
  }

  @Test func update_is_due_seven_days_after_the_export() {
    let schedule = schedule()
    #expect(schedule.next(after: "2026-11-20") == Self.at("2026-11-27T09:00:00Z"))
    #expect(!schedule.isDue(after: "2026-11-20", at: Self.at("2026-11-27T08:59:59Z")))
    #expect(schedule.isDue(after: "2026-11-20", at: Self.at("2026-11-27T09:00:00Z")))
    let later = self.schedule(spread: .seconds(3600))
    #expect(later.next(after: "2026-11-20") == Self.at("2026-11-27T10:00:00Z"))
  }

  @Test(arguments: [nil, "2026-11-01", "soon"])
  func overdue_update_is_not_in_the_first_minutes(_ day: String?) {
    let schedule = schedule(spread: UpdateSchedule.maxSpread)
    #expect(!schedule.isDue(after: day, at: Self.at("2026-11-23T12:04:59Z")))
    #expect(schedule.isDue(after: day, at: Self.at("2026-11-23T12:05:00Z")))
  }

  @Test(arguments: [CatalogueStatus.UpdateReason.metered, .battery])
  func obstacle_is_looked_at_again_and_named(_ reason: CatalogueStatus.UpdateReason) {
    var schedule = schedule()
    let now = Self.at("2026-11-23T13:00:00Z")
    for _ in 0..<3 {
      schedule.isBlocked(by: reason, at: now)
      #expect(schedule.next(after: old) == Self.at("2026-11-23T13:30:00Z"))
      #expect(schedule.reason(after: old, at: now) == reason)
    }
    // An update by hand has come in between.
    #expect(schedule.reason(after: "2026-11-23", at: now) == nil)
    #expect(schedule.next(after: "2026-11-23") == Self.at("2026-11-30T09:00:00Z"))
  }

  @Test func waits_grow_with_each_failure_to_a_bound() {
    var schedule = schedule()
    var waits: [Duration] = []
    for _ in 0..<70 {
      schedule.hasFailed(.offline, at: start)
      waits.append(schedule.next(after: old) - start)
    }
    #expect(waits[..<7].map(\.components.seconds) == [900, 1800, 3600, 7200, 14_400, 28_800, 28_800])
    #expect(waits.last == .seconds(28_800))
    #expect(schedule.reason(after: old, at: start) == .offline)
    schedule.hasEnded(at: start)
    #expect(schedule.reason(after: old, at: start) == nil)
    schedule.hasFailed(.failed, at: start)
    #expect(schedule.next(after: old) == start + .seconds(900))
  }

  /// As if TMDB's newest export were an old one, or a person had cancelled it.
  @Test func update_that_ended_is_not_repeated_at_once() {
    var schedule = schedule()
    schedule.hasEnded(at: start)
    #expect(schedule.next(after: old) == start + .seconds(86_400))
  }

  @Test func clock_that_is_set_back_makes_no_wait_longer() {
    var schedule = schedule()
    schedule.hasFailed(.failed, at: Self.at("2036-01-01T00:00:00Z"))
    schedule.clockWasRead(at: start)
    #expect(schedule.next(after: old) == start + .seconds(900))
    // Later readings do not move it.
    schedule.clockWasRead(at: start + .seconds(900))
    #expect(schedule.isDue(after: old, at: start + .seconds(900)))
    // Set forward, it is due.
    schedule.hasFailed(.failed, at: start)
    schedule.clockWasRead(at: Self.at("2036-01-01T00:00:00Z"))
    #expect(schedule.isDue(after: old, at: Self.at("2036-01-01T00:00:00Z")))
  }
}
