import EventLoop
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ThrottleTests {
  @Test func first_change_after_quiet_goes_at_once() {
    var pace = Throttle(interval: .seconds(1))
    #expect(pace.change(at: 5) == .publish)
    #expect(pace.isDue)
    pace.published(at: 5)
    #expect(!pace.isDue)
    #expect(pace.change(at: 1005) == .publish)
  }

  @Test func further_changes_of_a_turn_are_the_same_event() {
    var pace = Throttle(interval: .zero)
    #expect(pace.change(at: 7) == .publish)
    #expect(pace.change(at: 7) == .nothing)
    pace.published(at: 7)
    #expect(pace.change(at: 7) == .publish)
  }

  @Test func changes_within_the_interval_wait_for_its_end_once() {
    var pace = Throttle(interval: .seconds(1))
    _ = pace.change(at: 0)
    pace.published(at: 0)
    #expect(pace.change(at: 300) == .wait(until: 1000))
    #expect(pace.change(at: 999) == .nothing)
    // Not at the end of this turn.
    #expect(!pace.isDue)
    pace.published(at: 1000)
    #expect(pace.change(at: 1001) == .wait(until: 2000))
  }

  @Test func what_nobody_hears_is_not_due() {
    var pace = Throttle(interval: .seconds(1))
    var wasDue = pace.stop()
    #expect(!wasDue)
    _ = pace.change(at: 0)
    wasDue = pace.stop()
    #expect(wasDue && !pace.isDue)
    pace.published(at: 0)
    _ = pace.change(at: 1)
    wasDue = pace.stop()
    #expect(wasDue)
    // A subscriber that comes and goes does not make events more frequent.
    #expect(pace.change(at: 2) == .wait(until: 1000))
  }

  @Test func state_does_not_wait_behind_progress() {
    var pace = Throttle(interval: .milliseconds(100), progressInterval: .seconds(1))
    #expect(pace.change(.progress, at: 0) == .publish)
    pace.published(at: 0)
    #expect(pace.change(.progress, at: 50) == .wait(until: 1000))
    // A pause, just after the position was told.
    #expect(pace.change(.state, at: 60) == .publish)
    pace.published(at: 60)
    // The position waits for what was told last, whatever it was.
    #expect(pace.change(.progress, at: 70) == .wait(until: 1060))
    // And states for each other only, with what waits.
    #expect(pace.change(.state, at: 80) == .wait(until: 160))
    #expect(pace.change(.progress, at: 90) == .nothing)
    #expect(pace.change(.state, at: 95) == .nothing)
    pace.published(at: 160)
    #expect(pace.change(.state, at: 260) == .publish)
  }
}
