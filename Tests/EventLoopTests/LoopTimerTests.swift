import EventLoop
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct LoopTimerTests {
  @Test func timers_fire_in_the_order_of_their_due_times() async {
    let log = Log<Int>()
    let timers = [8, 2, 6, 4, 0].map { delay in
      let timer = LoopTimer()
      timer.start(after: .milliseconds(delay)) { log.note(delay) }
      return timer
    }
    await log.until(count: 5)
    #expect(log.entries == [0, 2, 4, 6, 8])
    #expect(timers.allSatisfy { !$0.isActive })
    for timer in timers { timer.close() }
  }

  @Test func repeating_timer_is_stopped_in_its_callback() async {
    let log = Log<Int>()
    let timer = LoopTimer()
    timer.start(after: .milliseconds(1), repeating: .milliseconds(1)) {
      log.note(log.entries.count)
      if log.entries.count == 5 { timer.stop() }
    }
    #expect(timer.isActive)
    await log.until(count: 5)
    #expect(!timer.isActive)
    timer.close()
  }

  @Test func timer_is_closed_in_its_callback() async {
    let log = Log<String>()
    let timer = LoopTimer()
    timer.start(after: .zero, repeating: .milliseconds(1)) {
      log.note("fired")
      timer.close()
    }
    await log.until(count: 1)
    #expect(timer.isClosed && !timer.isActive)
    timer.start(after: .zero) { log.note("never") }
    timer.stop()
    // It would have fired again before this.
    try? await EventLoop.sleep(for: .milliseconds(3))
    #expect(log.entries == ["fired"])
  }

  @Test func timer_is_started_anew_in_its_callback() async {
    let log = Log<String>()
    let timer = LoopTimer()
    timer.start(after: .zero) {
      log.note("first")
      timer.start(after: .zero) { log.note("second") }
    }
    await log.until(count: 2)
    #expect(log.entries == ["first", "second"])
    timer.close()
  }

  @Test func stopped_timer_lets_its_body_go() async {
    let timer = LoopTimer()
    weak var held: Log<Int>?
    do {
      let log = Log<Int>()
      held = log
      timer.start(after: .seconds(3600)) { log.note(1) }
    }
    #expect(held != nil)
    timer.stop()
    #expect(held == nil)
    timer.close()
  }
}
