import EventLoop
import TestSupport
import Testing

@testable import MovieSources

struct CircuitTests {
  private func admit(_ circuit: inout CircuitBreaker, _ now: LoopInstant) throws -> CircuitBreaker.Admission {
    let admission = circuit.admit(at: now)
    return try #require(admission)
  }

  /// One that has just opened at that time, and until when.
  private func opened(at now: LoopInstant) throws -> (CircuitBreaker, until: LoopInstant) {
    var circuit = CircuitBreaker()
    for _ in 0..<CircuitBreaker.threshold {
      circuit.fail(try admit(&circuit, now), at: now, jitter: 1)
    }
    return (circuit, try #require(circuit.retryAt))
  }

  @Test func failures_in_a_row_open_it_and_others_do_not() throws {
    var circuit = CircuitBreaker()
    for _ in 0..<10 {
      for _ in 1..<CircuitBreaker.threshold {
        circuit.fail(try admit(&circuit, 0), at: 0, jitter: 0.5)
      }
      #expect(circuit.isClosed)
      circuit.succeed()
    }
    let (open, until) = try opened(at: 100)
    #expect(!open.isClosed && until == 1100)
  }

  @Test func nobody_goes_through_before_its_time_and_then_one_alone() throws {
    var (circuit, until) = try opened(at: 0)
    let early = circuit.admit(at: until - .milliseconds(1))
    #expect(early == nil)
    let probe = try admit(&circuit, until)
    let (second, third) = (circuit.admit(at: until), circuit.admit(at: .distantFuture))
    #expect(second == nil && third == nil && circuit.retryAt == nil)
    circuit.succeed()
    #expect(circuit.isClosed && circuit.failures == 0)
    // The probe's end has been told.
    circuit.abandon(probe, at: until)
    #expect(circuit.isClosed)
  }

  @Test func waits_grow_with_each_probe_that_fails_up_to_a_bound() throws {
    var (circuit, until) = try opened(at: 0)
    var waits: [Duration] = []
    for _ in 0..<100 {
      let probe = try admit(&circuit, until)
      circuit.fail(probe, at: until, jitter: 1)
      let next = try #require(circuit.retryAt)
      waits.append(next - until)
      until = next
    }
    #expect(waits.prefix(5) == [2, 4, 4, 4, 4].map(Duration.seconds)[...])
    #expect(waits.dropFirst(5).allSatisfy { $0 == .seconds(4) })
    circuit.succeed()
    #expect(circuit.isClosed)
  }

  @Test func one_sent_before_it_opened_is_not_the_probe() throws {
    var circuit = CircuitBreaker()
    let old = try (0..<10).map { _ in try admit(&circuit, 0) }
    for one in old.prefix(CircuitBreaker.threshold) { circuit.fail(one, at: 0, jitter: 1) }
    let until = try #require(circuit.retryAt)
    // All that were under way fail together, and count once.
    circuit.fail(old[5], at: 10, jitter: 1)
    #expect(circuit.retryAt == until)
    let probe = try admit(&circuit, until)
    circuit.fail(old[6], at: until, jitter: 1)
    circuit.abandon(old[7], at: until)
    // It is still under way: no second one.
    let second = circuit.admit(at: until)
    #expect(circuit.retryAt == nil && second == nil)
    circuit.abandon(probe, at: until)
    let next = circuit.admit(at: until)
    #expect(next != nil)
  }

  @Test func a_late_answer_closes_it() throws {
    var (circuit, until) = try opened(at: 0)
    let probe = try admit(&circuit, until)
    circuit.succeed()
    // The probe's own failure is the first of a new row.
    circuit.fail(probe, at: until, jitter: 1)
    #expect(circuit.isClosed && circuit.failures == 1)
  }

  @Test func never_more_than_one_probe_and_never_shut_for_good() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      var circuit = CircuitBreaker()
      var most = 0
      var underWay: [(admission: CircuitBreaker.Admission, isProbe: Bool)] = []
      var now: LoopInstant = 0
      for _ in 0..<200 {
        now = now + .milliseconds(Int.random(in: 0...5_000, using: &random))
        if Bool.random(using: &random) {
          let wasClosed = circuit.isClosed
          if let admission = circuit.admit(at: now) {
            #expect(wasClosed || !circuit.isClosed)
            underWay.append((admission, !wasClosed))
          }
        } else if let index = underWay.indices.randomElement(using: &random) {
          let admission = underWay.remove(at: index).admission
          switch Int.random(in: 0..<4, using: &random) {
          case 0:
            circuit.succeed()
            // Whatever was the probe is so no more.
            underWay = underWay.map { ($0.admission, false) }
          case 1: circuit.abandon(admission, at: now)
          default: circuit.fail(admission, at: now, jitter: .random(in: 0...1, using: &random))
          }
        }
        most = max(most, underWay.count(where: \.isProbe))
      }
      #expect(most <= 1, "seed \(seed)")
      // Once all have ended, somebody may go through within the longest wait.
      for (admission, _) in underWay { circuit.abandon(admission, at: now) }
      let next = circuit.admit(at: now + CircuitBreaker.backoff.maxWait)
      #expect(next != nil, "seed \(seed)")
    }
  }

  @Test func one_target_counts_once_however_often_it_fails() throws {
    var circuit = CircuitBreaker()
    for _ in 0..<50 { circuit.fail(try admit(&circuit, 0), "a", at: 0, jitter: 1) }
    #expect(circuit.isClosed && circuit.failures == 1)
    circuit.fail(try admit(&circuit, 0), "b", at: 0, jitter: 1)
    circuit.succeed()
    for target in ["a", "b"] { circuit.fail(try admit(&circuit, 0), target, at: 0, jitter: 1) }
    #expect(circuit.isClosed)
    circuit.fail(try admit(&circuit, 0), "c", at: 0, jitter: 1)
    #expect(circuit.retryAt == 1000)
  }

  @Test func what_has_failed_is_no_probe() throws {
    var circuit = CircuitBreaker()
    for target in ["a", "b", "c"] { circuit.fail(try admit(&circuit, 0), target, at: 0, jitter: 1) }
    for target in ["a", "b", "c"] {
      let admission = circuit.admit(target, at: 1000)
      #expect(admission == nil && !circuit.admits(target, at: .distantFuture))
    }
    let other = circuit.admit("d", at: 1000)
    circuit.fail(try #require(other), "d", at: 1000, jitter: 1)
    #expect(circuit.retryAt == 3000)
    // The probe is of no target.
    let probe = circuit.admit(at: 3000)
    circuit.fail(try #require(probe), at: 3000, jitter: 1)
    let again = circuit.admit(at: 7000)
    #expect(again != nil)
    // So many are remembered, and no more.
    for number in 0..<1000 { circuit.fail(try #require(again), "\(number)", at: 7000, jitter: 1) }
    #expect(circuit.admits("0", at: .distantFuture))
  }

  @Test func the_end_of_time_traps_nothing() throws {
    var circuit = CircuitBreaker()
    for _ in 0..<2000 {
      if let admission = circuit.admit(at: .distantFuture) {
        circuit.fail(admission, at: .distantFuture, jitter: 2)
      }
    }
    #expect(!circuit.isClosed)
  }
}
