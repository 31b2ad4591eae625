import EventLoop
import Testing

@testable import MovieServer

/// The two timers of a connection, which run for an hour here: none fires.
@LoopActor
@Suite struct ConnectionTimersTests {
  private static let hour: Duration = .seconds(3600)

  @Test func a_message_has_one_timer_from_its_first_byte() async {
    let timer = ReadTimeout()
    var due = ""
    #expect(!timer.timer.hasStarted)
    timer.start(after: .zero) { due = "first" }
    // More of the same message, which would have had longer.
    timer.start(after: Self.hour) { due = "same" }
    while due.isEmpty { await EndOfTurnWaiter.wait() }
    #expect(due == "first")
    timer.close()
  }

  @Test func the_next_message_has_a_time_of_its_own() async {
    let timer = ReadTimeout()
    var due = ""
    timer.start(after: Self.hour) { due = "first" }
    timer.messageEnded()
    timer.start(after: .zero) { due = "next" }
    while due.isEmpty { await EndOfTurnWaiter.wait() }
    #expect(due == "next")
    timer.start(after: Self.hour) {}
    timer.stop()
    #expect(!timer.timer.isActive)
    timer.close()
  }

  @Test func a_reader_stalls_only_where_it_has_read_nothing() {
    var stall = WriteTimeout()
    #expect(!stall.isActive)
    stall.start(at: 10, after: Self.hour) {}
    #expect(stall.isActive && stall.hasStalled(at: 10) && !stall.hasStalled(at: 11))
    stall.start(at: 11, after: Self.hour) {}
    #expect(stall.hasStalled(at: 11))
    stall.stop()
    #expect(!stall.isActive)
    stall.close()
  }
}
