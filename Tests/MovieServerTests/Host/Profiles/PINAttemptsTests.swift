import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct PINAttemptsTests {
  @Test func some_wrong_ones_cost_nothing_then_each_costs_twice_as_much() {
    var attempts = PINAttempts()
    for _ in 1..<PINAttempts.free {
      attempts.record(isRight: false, at: 1000)
      #expect(attempts.wait(at: 1000) == nil)
    }
    var now: Timestamp = 1000
    var waits: [Duration] = []
    for _ in 1...10 {
      attempts.record(isRight: false, at: now)
      let wait = attempts.wait(at: now) ?? .zero
      #expect(attempts.wait(at: now + wait - .seconds(1)) == .seconds(1))
      #expect(attempts.wait(at: now + wait) == nil)
      waits.append(wait)
      now += wait
    }
    #expect(waits == [5, 10, 20, 40, 80, 160, 300, 300, 300, 300].map { .seconds($0) })
  }

  @Test func right_one_forgets_the_wrong_ones() {
    var attempts = PINAttempts()
    for _ in 1...20 { attempts.record(isRight: false, at: 0) }
    attempts.record(isRight: true, at: 300_000)
    #expect(attempts == PINAttempts())
    #expect(attempts.wait(at: 300_000) == nil)
  }

  @Test(arguments: [
    (Int.max, Timestamp.distantFuture), (Int.min, .distantPast), (-1, 10_000), (7, 300_001),
  ])
  func stored_ones_are_bounded(_ wrong: Int, _ until: Timestamp) {
    var attempts = PINAttempts(wrong: wrong, blockedUntil: until, at: 0)
    #expect((attempts.wait(at: 0) ?? .zero) <= PINAttempts.maxWait)
    #expect((attempts.wait(at: .distantPast) ?? .zero) <= PINAttempts.maxWait)
    attempts.record(isRight: false, at: 1000)
    #expect((0...1000).contains(attempts.wrong))
    var stored = PINAttempts(wrong: attempts.wrong, blockedUntil: attempts.blockedUntil, at: 1000)
    #expect(stored.wait(at: 1000) == attempts.wait(at: 1000))
  }

  /// The end of the year 9999 is the latest moment that a row is read with.
  @Test func damaged_moment_blocks_no_longer_than_the_longest_wait() {
    let now: Timestamp = 1_800_000_000_000
    var attempts = PINAttempts(wrong: 5, blockedUntil: 253_402_300_799_999, at: now)
    #expect(attempts.wait(at: now) == PINAttempts.maxWait)
    #expect(attempts.wait(at: now + .seconds(1)) == PINAttempts.maxWait - .seconds(1))
    #expect(attempts.wait(at: now + PINAttempts.maxWait) == nil)
  }

  @Test func clock_that_is_set_back_blocks_no_longer_than_the_longest_wait() {
    let (late, now): (Timestamp, Timestamp) = (1_900_000_000_000, 1_800_000_000_000)
    var attempts = PINAttempts()
    for _ in 1...20 { attempts.record(isRight: false, at: late) }
    #expect(attempts.wait(at: now) == PINAttempts.maxWait)
    #expect(attempts.wait(at: now + PINAttempts.maxWait) == nil)
  }

  @Test func numbers_without_end_are_no_trap() {
    var attempts = PINAttempts()
    for _ in 1...5000 { attempts.record(isRight: false, at: 7) }
    #expect(attempts.wait(at: 7) == .seconds(300))
  }
}
