import EventLoop
import Testing

@LoopActor
@Suite(.onLoop, .timeLimit(.minutes(20))) struct TimeLimiterTests {
  /// A call that ends when the test wants it to.
  @LoopActor private final class Call {
    private var continuation: CheckedContinuation<Int, Never>?

    func value() async -> Int { await withCheckedContinuation { continuation = $0 } }
    func end() { continuation?.resume(returning: 7) }
  }

  private func outcome(
    _ limiter: TimeLimiter, within limit: Duration, _ work: @escaping @LoopActor () async -> Int
  ) async -> Result<Int, TimeLimiter.Expiry> {
    do throws(TimeLimiter.Expiry) {
      return .success(try await limiter.call(within: limit, work))
    } catch {
      return .failure(error)
    }
  }

  @Test func call_that_hangs_goes_on_and_others_are_refused_until_it_ends() async throws {
    let (limiter, call) = (TimeLimiter(), Call())
    #expect(await outcome(limiter, within: .seconds(600)) { 1 } == .success(1))
    #expect(
      await outcome(limiter, within: .milliseconds(1)) { await call.value() } == .failure(.underWay)
    )
    #expect(!limiter.isResponding)
    var isBegun = false
    let refused = await outcome(limiter, within: .milliseconds(1)) {
      isBegun = true
      return 2
    }
    #expect(refused == .failure(.refused) && !isBegun)
    // One that waits longer has the rest of its time.
    #expect(await outcome(limiter, within: .seconds(600)) { 3 } == .success(3))
    call.end()
    while !limiter.isResponding { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(await outcome(limiter, within: .seconds(600)) { 4 } == .success(4))
  }
}
