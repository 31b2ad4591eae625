import Testing

@testable import MovieServer

@Suite struct PINAttemptsTests {
  @Test func some_wrong_ones_cost_nothing_then_each_costs_twice_as_much() {
    var attempts = PINAttempts()
    for _ in 1..<PINAttempts.free {
      attempts.note(isRight: false, at: 1000)
      #expect(attempts.wait(at: 1000) == nil)
    }
    var now: UInt64 = 1000
    var waits: [UInt64] = []
    for _ in 1...10 {
      attempts.note(isRight: false, at: now)
      let wait = attempts.wait(at: now) ?? 0
      #expect(attempts.wait(at: now + wait - 1) == 1)
      #expect(attempts.wait(at: now + wait) == nil)
      waits.append(wait)
      now += wait
    }
    #expect(waits == [5000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000, 300_000])
  }

  @Test func right_one_forgets_the_wrong_ones() {
    var attempts = PINAttempts()
    for _ in 1...20 { attempts.note(isRight: false, at: 0) }
    attempts.note(isRight: true, at: 300_000)
    #expect(attempts == PINAttempts())
    #expect(attempts.wait(at: 300_000) == nil)
  }

  @Test func numbers_without_end_are_no_trap() {
    var attempts = PINAttempts()
    for _ in 1...5000 { attempts.note(isRight: false, at: 7) }
    #expect(attempts.wait(at: 7) == 300_000)
  }
}
