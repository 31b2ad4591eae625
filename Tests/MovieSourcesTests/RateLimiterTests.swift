import EventLoop
import TestSupport
import Testing

@testable import MovieSources

/// Rates are so low that no token comes while a test runs, or so high that none is missing.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct UpstreamGateTests {
  private static let never = 0.001

  /// Those who enter, and in which order they were let through.
  @LoopActor
  final class Crowd {
    let limiter: RateLimiter
    private(set) var through: [String] = []
    private(set) var refused: [String] = []
    private(set) var cancelled: [String] = []
    private(set) var most = 0

    init(perSecond: Double = 1000, burst: Double = 1000, atOnce: Int = 1) {
      limiter = RateLimiter(.init(perSecond: perSecond, burst: burst, atOnce: atOnce))
    }

    @discardableResult
    func enter(
      _ name: String, client: UInt64 = 0, priority: FetchOptions.Priority = .interactive,
      deadline: LoopInstant? = nil
    ) -> (pass: RateLimiter.Permit, task: Task<Void, Never>) {
      let pass = RateLimiter.Permit(client: client, priority: priority, deadline: deadline)
      let task = LoopTask.start {
        do {
          try await self.limiter.acquire(pass)
          self.through.append(name)
          self.most = max(self.most, self.limiter.underWay)
        } catch is RateLimiter.Refused {
          self.refused.append(name)
        } catch {
          self.cancelled.append(name)
        }
      }
      return (pass, task)
    }

    func until(_ condition: () -> Bool) async throws {
      while !condition() { try await EventLoop.sleep(for: .milliseconds(1)) }
    }

    /// Lets one after the other go until nobody is left.
    func drain() async throws {
      while limiter.underWay > 0 || limiter.waiting > 0 {
        let count = through.count + 1
        let isLast = limiter.waiting == 0
        limiter.release()
        if isLast { continue }
        try await until { through.count == count }
      }
    }
  }

  /// Between its turn and the task that sends it, a waiter's time may end.
  @Test func permit_is_through_before_its_task_runs_and_is_returned_if_that_is_cancelled() async throws {
    let crowd = Crowd(perSecond: Self.never, burst: 3)
    crowd.enter("first")
    let (second, task) = crowd.enter("second")
    try await crowd.until { crowd.through == ["first"] && crowd.limiter.waiting == 1 }
    #expect(!second.isThrough)
    crowd.limiter.release()
    #expect(second.isThrough && crowd.through == ["first"])
    task.cancel()
    try await crowd.until { crowd.cancelled == ["second"] }
    #expect(crowd.limiter.underWay == 0 && crowd.limiter.rateLeft == 2)
  }

  @Test func burst_goes_at_once_and_others_wait_for_the_rate() async throws {
    let crowd = Crowd(perSecond: Self.never, burst: 3, atOnce: 10)
    for number in 0..<5 { crowd.enter("\(number)") }
    try await crowd.until { crowd.limiter.waiting == 2 }
    #expect(crowd.through == ["0", "1", "2"] && crowd.limiter.rateLeft == 0)
    // There is room, but no token.
    crowd.limiter.release()
    #expect(crowd.limiter.underWay == 2 && crowd.limiter.waiting == 2)
    crowd.limiter.use(.init(perSecond: 1000, burst: 10, atOnce: 10))
    try await crowd.until { crowd.through.count == 5 }
    crowd.limiter.close()
  }

  @Test func no_more_are_under_way_than_allowed() async throws {
    let crowd = Crowd(atOnce: 8)
    for number in 0..<100 { crowd.enter("\(number)", client: UInt64(number % 7)) }
    try await crowd.until { crowd.limiter.waiting == 92 }
    #expect(crowd.limiter.underWay == 8)
    try await crowd.drain()
    #expect(crowd.through.count == 100 && crowd.most == 8 && crowd.limiter.underWay == 0)
    crowd.limiter.close()
  }

  @Test func ten_with_one_each_come_before_the_twentieth_of_a_hundred() async throws {
    let crowd = Crowd()
    for _ in 0..<100 { crowd.enter("many") }
    try await crowd.until { crowd.limiter.waiting == 99 }
    for client in 1...10 { crowd.enter("one", client: UInt64(client)) }
    try await crowd.until { crowd.limiter.waiting == 109 }
    try await crowd.drain()
    #expect(crowd.through.count == 110)
    #expect(crowd.through.prefix(20).count { $0 == "one" } == 10)
    crowd.limiter.close()
  }

  @Test func one_that_is_cancelled_leaves_the_line_and_takes_no_place() async throws {
    let crowd = Crowd()
    crowd.enter("a")
    let second = crowd.enter("b", client: 1).task
    crowd.enter("c", client: 2)
    try await crowd.until { crowd.limiter.waiting == 2 }
    second.cancel()
    await second.value
    #expect(crowd.cancelled == ["b"] && crowd.limiter.waiting == 1 && crowd.limiter.underWay == 1)
    crowd.limiter.release()
    try await crowd.until { crowd.through == ["a", "c"] }
    // One that was cancelled before it came to the gate.
    let late = crowd.enter("d", client: 3).task
    late.cancel()
    await late.value
    #expect(crowd.cancelled == ["b", "d"] && crowd.limiter.waiting == 0)
    crowd.limiter.release()
    #expect(crowd.limiter.underWay == 0)
    crowd.limiter.close()
  }

  @Test func one_without_the_time_is_told_at_once_for_how_long_to_wait() async throws {
    // So slow that it is no matter how busy the machine is.
    let crowd = Crowd(perSecond: 0.001, burst: 1, atOnce: 8)
    crowd.enter("a")
    try await crowd.until { crowd.through == ["a"] }
    let error = await #expect(throws: RateLimiter.Refused.self) {
      try await crowd.limiter.acquire(
        .init(client: 1, priority: .interactive, deadline: EventLoop.now + .seconds(60)))
    }
    #expect((Duration.seconds(500)...Duration.seconds(1000)).contains(error?.retryAfter ?? .zero))
    // A pause counts too.
    crowd.limiter.use(.init(perSecond: 1000, burst: 1000, atOnce: 8))
    crowd.limiter.pause(for: .seconds(3600))
    let paused = await #expect(throws: RateLimiter.Refused.self) {
      try await crowd.limiter.acquire(
        .init(client: 1, priority: .interactive, deadline: EventLoop.now + .seconds(60)))
    }
    #expect((Duration.seconds(3000)...Duration.seconds(3600)).contains(paused?.retryAfter ?? .zero))
    #expect(crowd.limiter.waiting == 0)
    crowd.limiter.close()
  }

  @Test func a_pause_holds_everybody_and_a_shorter_one_does_not_end_it() async throws {
    let crowd = Crowd(atOnce: 8)
    crowd.limiter.pause(for: .seconds(3600))
    let until = crowd.limiter.pausedUntil
    crowd.limiter.pause(for: .milliseconds(1))
    #expect(crowd.limiter.pausedUntil == until && crowd.limiter.isPaused && crowd.limiter.rateLeft == 0)
    for number in 0..<3 { crowd.enter("\(number)") }
    try await crowd.until { crowd.limiter.waiting == 3 }
    #expect(crowd.through.isEmpty)
    crowd.limiter.endPause()
    try await crowd.until { crowd.through.count == 3 }
    crowd.limiter.close()
  }

  @Test func a_pause_ends_by_itself() async throws {
    let crowd = Crowd(atOnce: 8)
    crowd.limiter.pause(for: .milliseconds(20))
    crowd.enter("a")
    try await crowd.until { crowd.through == ["a"] }
    #expect(!crowd.limiter.isPaused)
    crowd.limiter.close()
  }

  @Test func what_was_only_prepared_is_hurried_when_somebody_waits_for_it() async throws {
    let crowd = Crowd()
    crowd.enter("a")
    try await crowd.until { crowd.through == ["a"] }
    let prepared = crowd.enter("prepared", priority: .prefetch).pass
    crowd.enter("b", client: 1)
    crowd.enter("c", client: 1)
    try await crowd.until { crowd.limiter.waiting == 3 }
    // Another one that is only prepared hurries nothing.
    crowd.limiter.join(prepared, client: 2, priority: .prefetch, deadline: nil)
    #expect(prepared.priority == .prefetch)
    crowd.limiter.join(prepared, client: 2, priority: .interactive, deadline: nil)
    try await crowd.drain()
    #expect(crowd.through == ["a", "b", "prepared", "c"])
    crowd.limiter.close()
  }

  @Test func who_joins_waits_no_longer_than_if_it_had_asked_alone() async throws {
    let crowd = Crowd()
    let passes = (0..<10).map { crowd.enter("\($0)", client: 1).pass }
    try await crowd.until { crowd.limiter.waiting == 9 }
    crowd.limiter.join(passes[8], client: 2, priority: .interactive, deadline: nil)
    // One that is through already, and one that is next anyway.
    crowd.limiter.join(passes[0], client: 3, priority: .interactive, deadline: nil)
    crowd.limiter.join(passes[1], client: 3, priority: .interactive, deadline: nil)
    #expect(passes[1].client == 1 && crowd.limiter.waiting == 9)
    try await crowd.drain()
    #expect(crowd.through == ["0", "1", "8", "2", "3", "4", "5", "6", "7", "9"])
    crowd.limiter.close()
  }

  @Test func a_request_has_as_long_as_the_last_who_wants_it() {
    let limiter = RateLimiter(.init(perSecond: 1, burst: 1, atOnce: 1))
    let pass = RateLimiter.Permit(client: 1, priority: .interactive, deadline: 100)
    limiter.join(pass, client: 2, priority: .interactive, deadline: 50)
    #expect(pass.deadline == 100)
    limiter.join(pass, client: 2, priority: .prefetch, deadline: 200)
    #expect(pass.deadline == 200)
    limiter.join(pass, client: 2, priority: .interactive, deadline: nil)
    limiter.join(pass, client: 2, priority: .interactive, deadline: 300)
    #expect(pass.deadline == nil)
    limiter.close()
  }

  @Test func one_that_sent_nothing_does_not_count() async throws {
    let crowd = Crowd(perSecond: Self.never, burst: 1, atOnce: 1)
    for number in 0..<50 { crowd.enter("\(number)") }
    try await crowd.until { crowd.limiter.waiting == 49 }
    for number in 1...50 {
      try await crowd.until { crowd.through.count == number }
      crowd.limiter.release(isUnused: true)
    }
    #expect(crowd.limiter.underWay == 0 && crowd.limiter.rateLeft == 1)
    crowd.limiter.close()
  }

  @Test func what_is_prepared_does_not_fill_the_line() async throws {
    let crowd = Crowd()
    crowd.enter("a")
    try await crowd.until { crowd.through == ["a"] }
    for number in 0..<2000 { crowd.enter("\(number)", priority: .prefetch) }
    try await crowd.until { crowd.refused.count + crowd.limiter.waiting == 2000 }
    #expect(crowd.limiter.waiting == 1024)
    for _ in 0..<9000 { crowd.enter("b", client: 1) }
    try await crowd.until { crowd.refused.count + crowd.limiter.waiting == 11_000 }
    #expect(crowd.limiter.waiting == 8192)
    crowd.limiter.close()
    try await crowd.until { crowd.cancelled.count == 8192 }
  }

  @Test func closing_sends_everybody_away() async throws {
    let crowd = Crowd()
    for number in 0..<5 { crowd.enter("\(number)") }
    try await crowd.until { crowd.limiter.waiting == 4 }
    crowd.limiter.close()
    try await crowd.until { crowd.cancelled.count == 4 }
    crowd.limiter.release()
    await crowd.enter("late").task.value
    #expect(crowd.through == ["0"] && crowd.cancelled.last == "late" && crowd.limiter.underWay == 0)
  }

  @Test func whatever_happens_nobody_is_forgotten_and_no_place_is_lost() async throws {
    var random = SeededGenerator(seed: 7)
    let crowd = Crowd(perSecond: 100_000, burst: 3, atOnce: 4)
    var tasks: [Task<Void, Never>] = []
    var passes: [RateLimiter.Permit] = []
    var left = 0
    for number in 0..<1500 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: tasks.randomElement(using: &random)?.cancel()
      case 1:
        if let pass = passes.randomElement(using: &random) {
          crowd.limiter.join(
            pass, client: .random(in: 0..<5, using: &random), priority: .interactive, deadline: nil)
        }
      case 2: crowd.limiter.pause(for: .milliseconds(1))
      case 3, 4, 5:
        if crowd.through.count > left {
          left += 1
          crowd.limiter.release(isUnused: Bool.random(using: &random))
        }
        if number % 5 == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
      default:
        let (pass, task) = crowd.enter(
          "\(number)", client: .random(in: 0..<5, using: &random),
          priority: Bool.random(using: &random) ? .interactive : .prefetch)
        tasks.append(task)
        passes.append(pass)
      }
      #expect(crowd.limiter.underWay <= 4)
    }
    while crowd.through.count + crowd.cancelled.count < tasks.count {
      if crowd.through.count > left {
        left += 1
        crowd.limiter.release()
      } else {
        try await EventLoop.sleep(for: .milliseconds(1))
      }
    }
    while left < crowd.through.count {
      left += 1
      crowd.limiter.release()
    }
    #expect(crowd.limiter.underWay == 0 && crowd.limiter.waiting == 0 && crowd.most <= 4)
    #expect(crowd.refused.isEmpty)
    crowd.limiter.close()
  }
}
