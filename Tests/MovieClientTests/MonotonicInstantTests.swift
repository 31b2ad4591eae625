import Testing

@testable import MovieClient

@Suite struct MonotonicInstantTests {
  private let start = MonotonicInstant.now

  @Test func clock_goes_on() {
    let later = MonotonicInstant.now
    #expect(later >= start && later - start >= .zero && start - later <= .zero)
  }

  @Test(arguments: [
    (Duration.nanoseconds(1), CInt(1)), (.milliseconds(1), 1), (.nanoseconds(1_000_001), 2),
    (.seconds(30), 30_000),
    (.zero, 0), (.milliseconds(-5), 0), (.seconds(Int64.max), .max), (.seconds(Int64.min), 0),
  ])
  func wait_is_rounded_up_and_clamped(_ duration: Duration, _ milliseconds: CInt) {
    #expect((start + duration).millisecondsLeft(from: start) == milliseconds)
  }

  @Test(arguments: [Duration.milliseconds(250), .seconds(-3), .nanoseconds(7)])
  func difference_is_what_was_added(_ duration: Duration) {
    #expect((start + duration) - start == duration)
  }

  @Test func seconds_may_have_a_fraction() throws {
    let half = try #require(Seconds("0.5"))
    #expect((start + half) - start == .milliseconds(500))
    #expect((start + Seconds.max) - start == .seconds(86_400))
  }

  @Test func sums_are_clamped() {
    let end = start + .seconds(Int64.max)
    #expect(end + .seconds(1) == end && end > start && end - start > .seconds(86_400 * 365))
  }
}
