import EventLoop
import Testing

@LoopActor
@Suite(.timeLimit(.minutes(20)), .onLoop) struct ConcurrentMapTests {
  @Test func all_are_under_way_at_once_on_the_loop_and_results_keep_their_order() async throws {
    let count = 50
    var waiting: [CheckedContinuation<Void, Never>] = []
    let doubled = try await (0..<count).concurrentMap { number in
      LoopActor.assertIsolated()
      // Nobody goes on before the last has come.
      await withCheckedContinuation {
        waiting.append($0)
        guard waiting.count == count else { return }
        for one in waiting.reversed() { one.resume() }
      }
      return number * 2
    }
    #expect(doubled == (0..<count).map { $0 * 2 })
  }

  @Test func the_first_error_ends_the_others() async {
    struct Fault: Error {}
    var ended = 0
    await #expect(throws: Fault.self) {
      try await [0, 1, 2].concurrentMap { number in
        if number == 1 { throw Fault() }
        do {
          try await EventLoop.sleep(for: .seconds(60))
        } catch {
          ended += 1
          throw error
        }
      }
    }
    #expect(ended == 2)
  }
}
