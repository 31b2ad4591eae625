import EventLoop
import Testing

@Suite struct LoopInstantTests {
  private let noon = LoopInstant(milliseconds: 43_200_000)

  @Test(arguments: [-1, 0, 1, 999, 86_400_000] as [Int64])
  func sum_and_difference_are_those_of_the_milliseconds(_ milliseconds: Int64) {
    let other = noon + .milliseconds(milliseconds)
    #expect(other == LoopInstant(milliseconds: 43_200_000 + milliseconds))
    #expect(other - noon == .milliseconds(milliseconds) && other - .milliseconds(milliseconds) == noon)
    #expect((noon < other) == (milliseconds > 0))
  }

  @Test func durations_without_end_are_clamped() {
    let (ages, past) = (Duration.milliseconds(Int64.max), Duration.milliseconds(Int64.min))
    #expect(noon + ages == .distantFuture && noon - ages < LoopInstant(milliseconds: 0))
    #expect(LoopInstant(milliseconds: -1) + past == .distantPast)
    #expect(
      LoopInstant.distantFuture - .distantPast == ages && LoopInstant.distantPast - .distantFuture == past)
    #expect(
      Duration.seconds(Int64.max).milliseconds == .max && Duration.seconds(Int64.min).milliseconds == .min)
    #expect(Duration.microseconds(2999).milliseconds == 2)
  }
}
