import EventLoop
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct SleepTests {
  private static let hour: Duration = .seconds(3600)

  @Test func sleepers_wake_in_order() async {
    let log = Log<LoopInstant>()
    for delay in [6, 2, 4].map(Duration.milliseconds) {
      LoopTask.start {
        // They may begin in different turns.
        let due = EventLoop.now + delay
        try? await EventLoop.sleep(for: delay)
        log.note(due)
      }
    }
    await log.until(count: 3)
    #expect(log.entries == log.entries.sorted())
  }

  @Test func cancellation_ends_a_sleep() async {
    let asleep = Log<Int>()
    let task = LoopTask.start { await Self.isCancelled(after: asleep) }
    await asleep.until(count: 1)
    await EndOfTurnWaiter.wait()
    task.cancel()
    #expect(await task.value)
  }

  @Test func cancellation_from_another_thread_ends_a_sleep() async {
    let asleep = Log<Int>()
    let task = LoopTask.start { await Self.isCancelled(after: asleep) }
    await asleep.until(count: 1)
    onThreads(1) { _ in task.cancel() }
    #expect(await task.value)
  }

  @Test func cancelled_task_does_not_fall_asleep() async {
    let task = LoopTask.start { await Self.isCancelled(after: Log<Int>()) }
    task.cancel()
    #expect(await task.value)
  }

  @Test func racing_cancellations_are_all_noticed() async {
    for _ in 0..<200 {
      let task = LoopTask.start { await Self.isCancelled(after: Log<Int>()) }
      onThreads(1) { _ in task.cancel() }
      #expect(await task.value)
    }
  }

  private static func isCancelled(after log: Log<Int>) async -> Bool {
    do {
      log.note(1)
      try await EventLoop.sleep(for: hour)
      return false
    } catch {
      return true
    }
  }
}
