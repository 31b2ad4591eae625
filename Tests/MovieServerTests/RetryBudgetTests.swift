import Testing

@testable import MovieServer

@Suite struct RetryBudgetTests {
  private func pauses(_ patience: inout RetryBudget, _ most: Int = .max, jitter: Double) -> [UInt64] {
    var pauses: [UInt64] = []
    while pauses.count < most, let pause = patience.pause(jitter: jitter) { pauses.append(pause) }
    return pauses
  }

  @Test(arguments: [0, 0.5, 1.0]) func pauses_grow_to_a_few_seconds_and_are_so_long_in_all(_ jitter: Double) {
    var patience = RetryBudget(milliseconds: 60_000)
    let all = pauses(&patience, jitter: jitter)
    #expect(all.reduce(0, +) == 60_000)
    #expect(all.dropLast() == all.dropLast().sorted()[...])
    #expect(all.allSatisfy { $0 <= 4_000 } && all[0] <= 500)
    #expect(patience.pause(jitter: jitter) == nil)
  }

  @Test func upstream_that_has_answered_is_asked_again_soon_and_has_no_more_time_in_all() {
    var patience = RetryBudget(milliseconds: 20_000)
    let first = pauses(&patience, 4, jitter: 1)
    #expect(first == [500, 1000, 2000, 4000])
    patience.wasAnswered()
    #expect(pauses(&patience, jitter: 1).reduce(0, +) == 12_500)
  }

  @Test func nothing_is_waited_for_where_there_is_no_time() {
    var patience = RetryBudget(milliseconds: 0)
    #expect(patience.pause(jitter: 1) == nil)
  }
}
