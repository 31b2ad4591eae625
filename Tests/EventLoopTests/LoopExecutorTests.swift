import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct LoopExecutorTests {
  @Test func jobs_run_in_the_order_they_were_started() async {
    let log = Log<Int>()
    for number in 0..<20_000 { LoopTask.start { log.note(number) } }
    await log.until(count: 20_000)
    #expect(log.entries == Array(0..<20_000))
  }

  @Test func start_does_not_run_the_body_at_once() async {
    let log = Log<String>()
    let task = LoopTask.start { log.note("body") }
    log.note("after start")
    await task.value
    #expect(log.entries == ["after start", "body"])
  }

  @Test func jobs_from_many_threads_are_neither_lost_nor_doubled() async {
    let log = Log<Int>()
    onThreads(8) { thread in
      for number in 0..<1000 { LoopTask.start { log.note(thread * 1000 + number) } }
    }
    await log.until(count: 8000)
    #expect(log.entries.sorted() == Array(0..<8000))
    for thread in 0..<8 {
      let own = log.entries.filter { $0 / 1000 == thread }
      #expect(own == own.sorted(), "jobs of one thread keep their order")
    }
  }

  @Test func tasks_that_never_rest_do_not_keep_io_waiting() async throws {
    let (near, far) = try End.pair()
    var yields = 0
    far.send([1])
    while near.received.isEmpty {
      await Task.yield()
      yields += 1
    }
    // One turn to run what was queued and write, one to read.
    #expect(yields <= 10 * 1024)
    near.stream.close()
    far.stream.close()
  }

  @Test func end_of_turn_may_register_again() async {
    let again = Again()
    EventLoop.atEndOfTurn(again)
    await again.log.until(count: 5)
    let turns = again.log.entries
    #expect(
      zip(turns, turns.dropFirst()).allSatisfy { $1 == $0 + 1 }, "once in each turn, in turns without a pause"
    )
  }
}

/// Counts that other tests must not disturb: each with a loop of its own.
struct LoopExecutorExitTests {
  @Test func resumes_from_callbacks_make_no_thread_hops() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        // A socket that can always be written: its callback comes in every turn.
        let resumer = try Resumer()
        let hops = EventLoop.threadHops
        let turns = EventLoop.turns
        await LoopTask.start {
          for _ in 0..<20_000 { await resumer.next() }
        }.value
        #expect(EventLoop.threadHops - hops < 20)
        #expect(EventLoop.turns - turns >= 20_000)
        resumer.close()
      }
      #expect(left == [])
    }
  }

  @Test func resume_at_the_end_of_a_turn_runs_in_the_next() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let turns = EventLoop.turns
        // Without the last look at the queue this would wait for ever: there is no timer and no descriptor.
        for _ in 0..<100 { await EndOfTurnWaiter.wait() }
        #expect(EventLoop.turns - turns == 100)
      }
      #expect(left == [])
    }
  }
}

@LoopActor private final class Again: EndOfTurn {
  let log = Log<UInt64>()

  func endOfTurn() {
    log.note(EventLoop.turns)
    if log.entries.count < 5 { EventLoop.atEndOfTurn(self) }
  }
}

@LoopActor private final class Resumer {
  private let source: PollSource
  private let descriptors: [CInt]
  private var continuation: CheckedContinuation<Void, Never>?

  init() throws {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    descriptors = ends
    source = try PollSource(descriptor: ends[0])
    source.start(readable: false, writable: true) { [weak self] _ in
      self?.continuation?.resume()
      self?.continuation = nil
    }
  }

  func next() async { await withCheckedContinuation { continuation = $0 } }

  func close() {
    source.close()
    for descriptor in descriptors { Glibc.close(descriptor) }
  }
}
