import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct SourceTests {
  @Test func signal_reaches_all_its_sources() async throws {
    let log = Log<Int>()
    let first = try SignalSource(SIGUSR2) { log.note(1) }
    let second = try SignalSource(SIGUSR2) { log.note(2) }
    kill(getpid(), SIGUSR2)
    await log.until(count: 2)
    #expect(log.entries.sorted() == [1, 2])
    first.close()
    kill(getpid(), SIGUSR2)
    await log.until(count: 3)
    #expect(log.entries.last == 2)
    second.close()
  }

  @Test func poll_tells_readable_and_writable() async throws {
    let (near, far) = try descriptors()
    let source = try PollSource(descriptor: near)
    let log = Log<PollEvents>()
    source.start(readable: true, writable: true) { events in
      source.stop()
      log.note(events)
    }
    await log.until(count: 1)
    #expect(log.entries == [.writable])
    write(far, "x", 1)
    source.start(readable: true, writable: true) { events in
      source.close()
      log.note(events)
    }
    await log.until(count: 2)
    #expect(log.entries == [.writable, [.readable, .writable]])
    Glibc.close(near)
    Glibc.close(far)
  }

  @Test func poll_can_change_what_it_watches() async throws {
    let (near, far) = try descriptors()
    let source = try PollSource(descriptor: near)
    let log = Log<PollEvents>()
    source.start(readable: true, writable: false) { log.note($0) }
    for _ in 0..<3 { await EndOfTurnWaiter.wait() }
    #expect(log.entries.isEmpty)
    source.start(readable: false, writable: true) { log.note($0) }
    await log.until(count: 1)
    source.start(readable: false, writable: false) { log.note($0) }
    #expect(!source.isActive)
    #expect(log.entries.allSatisfy { $0 == .writable })
    source.close()
    Glibc.close(near)
    Glibc.close(far)
  }

  @Test func a_file_cannot_be_polled() throws {
    let descriptor = open("/proc/self/exe", O_RDONLY)
    let error = #expect(throws: UVError.self) { try PollSource(descriptor: descriptor) }
    #expect(error?.name == "EPERM")
    close(descriptor)
  }

  @Test func work_runs_elsewhere_and_returns_on_the_loop() async {
    let tasks = (0..<100).map { number in
      LoopTask.start { await EventLoop.offload { LoopExecutor.shared.isOnLoopThread ? -1 : number } }
    }
    var results: [Int] = []
    for task in tasks { results.append(await task.value) }
    #expect(LoopExecutor.shared.isOnLoopThread)
    #expect(results == Array(0..<100))
  }
}
