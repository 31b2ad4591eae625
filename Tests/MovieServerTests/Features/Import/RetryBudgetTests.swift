import Testing

@testable import MovieServer

@Suite struct RetryBudgetTests {
  private func pauses(_ patience: inout RetryBudget, _ most: Int = .max, jitter: Double) -> [Duration] {
    var pauses: [Duration] = []
    while pauses.count < most, let pause = patience.pause(jitter: jitter) { pauses.append(pause) }
    return pauses
  }

  @Test(arguments: [0, 0.5, 1.0]) func pauses_grow_to_a_few_seconds_and_are_so_long_in_all(_ jitter: Double) {
    var patience = RetryBudget(.seconds(60))
    let all = pauses(&patience, jitter: jitter)
    #expect(all.reduce(.zero, +) == .seconds(60))
    #expect(all.dropLast() == all.dropLast().sorted()[...])
    #expect(all.allSatisfy { $0 <= .seconds(4) } && all[0] <= .milliseconds(500))
    #expect(patience.pause(jitter: jitter) == nil)
  }

  @Test func upstream_that_has_answered_is_asked_again_soon_and_has_no_more_time_in_all() {
    var patience = RetryBudget(.seconds(20))
    let first = pauses(&patience, 4, jitter: 1)
    #expect(first == [500, 1000, 2000, 4000].map(Duration.milliseconds))
    patience.wasAnswered()
    #expect(pauses(&patience, jitter: 1).reduce(.zero, +) == .milliseconds(12_500))
  }

  @Test func nothing_is_waited_for_where_there_is_no_time() {
    var patience = RetryBudget(.zero)
    #expect(patience.pause(jitter: 1) == nil)
  }
}
