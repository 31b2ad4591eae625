import EventLoop
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct LoopActorTests {
  @Test func isolated_code_runs_on_the_loop_thread() async throws {
    #expect(LoopExecutor.shared.isOnLoopThread)
    #expect(LoopExecutor.shared.isIsolatingCurrentContext() == true)
    LoopExecutor.shared.checkIsolated()
    LoopActor.shared.preconditionIsolated()
    try await EventLoop.sleep(for: .milliseconds(1))
    #expect(LoopExecutor.shared.isOnLoopThread)
  }

  @Test func other_threads_are_not_the_loop() async {
    #expect(await EventLoop.offload { LoopExecutor.shared.isOnLoopThread } == false)
    #expect(await EventLoop.offload { LoopExecutor.shared.isIsolatingCurrentContext() } == false)
  }

  @Test func assumeIsolated_passes_results_and_errors() {
    #expect(LoopActor.assumeIsolated { EventLoop.turns } > 0)
    #expect(throws: CancellationError.self) {
      try LoopActor.assumeIsolated { () throws(CancellationError) in throw CancellationError() }
    }
  }

  @Test func unisolated_async_code_stays_on_the_loop() async {
    #expect(await concurrentlyOnLoop())
    #expect(await Counter().isOnLoop())
  }
}

struct LoopActorExitTests {
  @Test func assumeIsolated_on_another_thread_ends_the_process() async {
    await #expect(processExitsWith: .failure) { LoopActor.assumeIsolated {} }
  }

  @Test func checkIsolated_on_another_thread_ends_the_process() async {
    await #expect(processExitsWith: .failure) { LoopActor.shared.preconditionIsolated() }
  }
}

@concurrent private func concurrentlyOnLoop() async -> Bool { LoopExecutor.shared.isOnLoopThread }

private actor Counter {
  func isOnLoop() -> Bool { LoopExecutor.shared.isOnLoopThread }
}
