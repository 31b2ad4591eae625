import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct WallTimerTests {
  private var now: Int64 { Int64(time(nil)) }

  @Test func moment_that_is_over_fires_at_once_and_once() async {
    let log = Log<String>()
    let timer = WallTimer()
    timer.start(at: now - 3600) { log.note("past") }
    await log.until(count: 1)
    timer.start(at: 0) { log.note("1970") }
    await log.until(count: 2)
    #expect(log.entries == ["past", "1970"])
    timer.close()
  }

  @Test func it_fires_when_the_clock_shows_the_moment() async {
    let log = Log<Int64>()
    let timer = WallTimer()
    let moment = now + 1
    timer.start(at: now + 3600) { log.note(0) }
    // Set anew.
    timer.start(at: moment) { log.note(Int64(time(nil))) }
    await log.until(count: 1)
    #expect(log.entries.allSatisfy { $0 >= moment })
    timer.close()
  }

  @Test func it_does_not_fire_early_in_a_long_turn() async {
    let log = Log<Int64>()
    let timer = WallTimer()
    // The loop's own time stands still meanwhile.
    let begin = now
    while now < begin + 2 {}
    let moment = now + 1
    timer.start(at: moment) { log.note(Int64(time(nil))) }
    await log.until(count: 1)
    #expect(log.entries.allSatisfy { $0 >= moment })
    timer.close()
  }

  @Test func it_is_started_anew_in_its_body() async {
    let log = Log<Int>()
    let timer = WallTimer()
    timer.start(at: 1) {
      log.note(1)
      timer.start(at: 1) { log.note(2) }
    }
    await log.until(count: 2)
    #expect(log.entries == [1, 2])
    timer.close()
  }

  @Test func stopped_or_closed_it_lets_its_body_go() async {
    let timer = WallTimer()
    weak var held: Log<Int>?
    do {
      let log = Log<Int>()
      held = log
      timer.start(at: 1) { log.note(1) }
      timer.stop()
    }
    #expect(held == nil)
    do {
      let log = Log<Int>()
      held = log
      timer.start(at: now + 3600) { log.note(1) }
      timer.close()
    }
    #expect(held == nil)
    timer.start(at: 1) { Issue.record("closed") }
    timer.stop()
    timer.close()
  }
}
