import EventLoop
import TestSupport
import Testing

@testable import MovieServer

@Suite struct TopicPaceTests {
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
}
