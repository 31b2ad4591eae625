import Testing

@testable import MovieSync

/// One clock through some days, in milliseconds.
private struct Days {
  static let day: Int64 = 86_400_000
  static let built: Int64 = 1_795_000_000_000

  var known = KnownTime(built: built)
  /// The true time.
  var now = built + 100 * day
  /// Of the clock.
  var offset: Int64 = 0

  var clock: Int64 { now + offset }

  /// - Parameter heard: the true time at which others wrote.
  mutating func look(heard: Int64? = nil) {
    known.look(at: clock, evidence: heard.map { [$0] } ?? [])
  }

  /// The daemon runs on, looking every half minute.
  mutating func run(_ milliseconds: Int64) {
    var left = milliseconds
    while left > 0 {
      let step = min(left, 30_000)
      now += step
      left -= step
      look()
    }
  }

  /// It ran beside another machine.
  static func confirmed() -> Days {
    var days = Days()
    days.look(heard: days.now)
    days.run(3_600_000)
    return days
  }
}

@Suite struct KnownTimeTests {
  private static let day = Days.day

  @Test func clock_that_runs_on_is_believed() {
    var days = Days.confirmed()
    #expect(days.known.reached == days.now && days.known.isConfirmed(at: days.clock))
    #expect(days.known.behind(at: days.clock) == nil && days.known.lead == 0)
    // The machine was off for a night.
    days.now += 10 * 3_600_000
    days.look()
    #expect(days.known.reached == days.now)
    // For a week: it may have been set. The next machine that writes tells.
    days.now += 7 * Self.day
    days.look()
    #expect(!days.known.isConfirmed(at: days.clock) && days.known.behind(at: days.clock) == nil)
    days.look(heard: days.now - 60_000)
    #expect(days.known.isConfirmed(at: days.clock) && days.known.reached == days.now - 60_000)
  }

  @Test(arguments: [2, 400]) func clock_that_is_behind_is_not_believed(_ count: Int64) {
    var days = Days.confirmed()
    days.offset = -count * Self.day
    days.look()
    #expect(days.known.behind(at: days.clock) == count * Self.day)
    #expect(days.known.believed(at: days.clock) == days.now && days.known.lead == 0)
    // Time goes on all the same, and others are heard.
    days.run(3_600_000)
    #expect(days.known.believed(at: days.clock) == days.now)
    days.look(heard: days.now)
    #expect(days.known.believed(at: days.clock) == days.now)
    days.offset = 0
    days.look()
    #expect(days.known.behind(at: days.clock) == nil && days.known.isConfirmed(at: days.clock))
    #expect(days.known.lead == 0)
  }

  @Test func clock_that_is_behind_the_program_is_not_believed() {
    var days = Days()
    days.offset = -102 * Self.day
    days.look()
    #expect(days.known.behind(at: days.clock) == 2 * Self.day)
  }

  @Test(arguments: [3, 400]) func clock_that_was_ahead_is_known_by_how_much(_ count: Int64) {
    var days = Days.confirmed()
    days.offset = count * Self.day
    days.look()
    #expect(!days.known.isConfirmed(at: days.clock) && days.known.behind(at: days.clock) == nil)
    #expect(days.known.reached == days.now)
    days.run(3_600_000)
    #expect(days.known.reached == days.now && days.known.lead == 0)
    days.offset = 0
    days.look()
    #expect(days.known.lead == count * Self.day)
    #expect(days.known.behind(at: days.clock) == nil && days.known.isConfirmed(at: days.clock))
    // Until it was corrected, also if the clock is set again.
    days.offset = -count * Self.day
    days.look()
    #expect(days.known.lead == count * Self.day)
    days.known.forgetLead()
    #expect(days.known.lead == 0)
  }

  /// The machine was off when it was set, so its lead is known when others are heard.
  @Test func others_tell_the_lead() {
    var days = Days.confirmed()
    days.now += 20 * Self.day
    days.offset = 400 * Self.day
    days.look()
    days.look(heard: days.now)
    days.run(60_000)
    days.offset = 0
    days.look()
    #expect(days.known.lead == 400 * Self.day)
  }

  /// Of a machine whose clock is ahead, or that lies.
  @Test func others_move_nothing_beyond_the_clock() {
    var days = Days.confirmed()
    for ahead in [Self.day, Self.day + 1, 400 * Self.day, Int64.max] {
      let heard = ahead == .max ? .max : days.now + ahead
      days.look(heard: heard)
      #expect(days.known.reached == days.now && days.known.behind(at: days.clock) == nil)
    }
    // Nor does what was written at that time confirm a clock that is ahead by less.
    days.offset = 3 * Self.day
    days.look(heard: days.now + 400 * Self.day)
    #expect(days.known.reached == days.now)
    days.look(heard: -1)
    days.look(heard: .min)
    #expect(days.known.reached == days.now)
  }

  @Test func clock_set_within_a_day_is_no_matter() {
    var days = Days.confirmed()
    for hours in [-23, 23, -1, 1, 0] as [Int64] {
      days.offset = hours * 3_600_000
      days.look()
      #expect(days.known.behind(at: days.clock) == nil && days.known.lead == 0)
    }
  }

  @Test(arguments: [Int64.min, -1, 0, .max]) func any_value_can_be_stored(_ value: Int64) {
    var known = KnownTime(clock: value, reached: value, lead: value)
    for now in [Int64.min, 0, Days.built, .max] {
      known.look(at: now, evidence: [value, .min, .max])
      _ = (known.behind(at: now), known.believed(at: now), known.isConfirmed(at: now))
    }
    #expect(known.reached <= HybridClock.maxMilliseconds)
  }

  @Test func only_what_is_new_is_stored() {
    var days = Days.confirmed()
    let stored = days.known
    days.run(60_000)
    #expect(stored.isContinued(by: days.known, within: 3_600_000))
    #expect(!stored.isContinued(by: days.known, within: 60_000))
    days.offset = 3 * Self.day
    days.look()
    #expect(!stored.isContinued(by: days.known, within: .max))
    #expect(!KnownTime(built: 0).isContinued(by: stored, within: .max))
  }
}
