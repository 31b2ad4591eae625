import EventLoop
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// With a clock that the tests turn.
struct TokenBucketTests {
  @Test func burst_goes_at_once_and_then_as_many_as_the_rate() {
    var bucket = TokenBucket(perSecond: 20, burst: 40, at: 0)
    #expect(bucket.available(at: 0) == 40)
    #expect((0..<100).count { _ in bucket.take(at: 0) } == 40)
    #expect(bucket.wait(at: 0) == .milliseconds(50) && bucket.wait(for: 10, at: 0) == .milliseconds(500))
    #expect(!bucket.take(at: 49) && bucket.take(at: 50) && !bucket.take(at: 50))
    // Idle time saves up no more than the burst.
    #expect((0..<100).count { _ in bucket.take(at: 1_000_000) } == 40)
  }

  /// TMDB tolerates about 40 requests in a second, Apple about 20 in a minute.
  @Test func defaults_send_no_more_than_upstreams_tolerate() {
    func taken(_ bounds: RateLimiter.Bounds, within milliseconds: Int64) -> Int {
      var bucket = TokenBucket(perSecond: bounds.perSecond, burst: bounds.burst, at: 0)
      return stride(from: 0, through: milliseconds, by: 10).reduce(0) { count, now in
        var count = count
        while bucket.take(at: LoopInstant(milliseconds: now)) { count += 1 }
        return count
      }
    }
    #expect((39...40).contains(taken(Limits().tmdbBounds, within: 1000)))
    #expect((19...20).contains(taken(Upstreams.itunesBounds, within: 60_000)))
  }

  @Test(arguments: [(20.0, 20.0), (20.0 / 60, 10.0), (3, 1), (1000, 7), (0.1, 2)] as [(Double, Double)])
  func no_span_of_time_has_more_than_burst_and_rate_allow(_ perSecond: Double, _ burst: Double) {
    for seed in 0..<20 {
      var random = SeededGenerator(seed: UInt64(seed))
      var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: 0)
      var now: LoopInstant = 0
      var taken: [LoopInstant] = []
      for _ in 0..<500 {
        now = now + .milliseconds(Int.random(in: 0...Int(2000 / perSecond), using: &random))
        if bucket.take(at: now) { taken.append(now) }
      }
      for (index, start) in taken.enumerated() {
        for later in stride(from: index, to: taken.count, by: 17) {
          let most = burst + (taken[later] - start) / .seconds(1) * perSecond
          #expect(Double(later - index + 1) <= most + 1e-6)
        }
      }
    }
  }

  @Test func whoever_waits_as_long_as_it_says_gets_one_and_not_sooner() {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let perSecond = Double.random(in: 0.1...1000, using: &random)
      var bucket = TokenBucket(
        perSecond: perSecond, burst: Double.random(in: 1...50, using: &random), at: 0)
      var now: LoopInstant = 0
      for _ in 0..<100 {
        now = now + .milliseconds(Int.random(in: 0...300, using: &random))
        let wait = bucket.wait(at: now)
        if wait > .milliseconds(1) {
          let early = bucket.take(at: now + wait - .milliseconds(2))
          #expect(!early)
        }
        now = now + wait
        let inTime = bucket.take(at: now)
        #expect(inTime, "seed \(seed)")
      }
    }
  }

  @Test func one_that_was_not_used_is_given_back() {
    var bucket = TokenBucket(perSecond: 1, burst: 2, at: 0)
    #expect(bucket.take(at: 0) && bucket.take(at: 0))
    bucket.giveBack()
    #expect(bucket.available(at: 0) == 1 && bucket.take(at: 0) && !bucket.take(at: 0))
    // Never more than the burst.
    for _ in 0..<9 { bucket.giveBack() }
    #expect(bucket.available(at: 0) == 2)
  }

  @Test func other_bounds_count_at_once_and_give_nothing_away() {
    var bucket = TokenBucket(perSecond: 10, burst: 10, at: 0)
    bucket.change(perSecond: 1, burst: 3, at: 0)
    #expect((0..<10).count { _ in bucket.take(at: 0) } == 3)
    bucket.change(perSecond: 1000, burst: 1000, at: 0)
    #expect(!bucket.take(at: 0) && bucket.take(at: 1))
  }

  @Test(arguments: [(0, 0), (-5, -5), (.nan, .nan), (1e300, 1e300)] as [(Double, Double)])
  func odd_bounds_and_clocks_trap_nothing(_ perSecond: Double, _ burst: Double) {
    var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: 1000)
    _ = bucket.take(at: 1000)
    #expect(bucket.wait(for: 1000, at: 1000) <= .seconds(1_000_000_000))
    // A clock that goes back.
    _ = bucket.take(at: 0)
    _ = bucket.available(at: .distantFuture)
    let atTheEnd = bucket.take(at: .distantFuture)
    #expect(atTheEnd)
  }
}
