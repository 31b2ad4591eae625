import EventLoop
import Glibc
import Testing

/// Each in a process of its own: there is one loop in a process, and it is opened and closed once.
struct LoopLifeTests {
  @Test func loop_without_work_runs_and_closes() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      EventLoop.run()
      #expect(EventLoop.close() == [])
    }
  }

  @Test func second_open_is_an_error() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      #expect(throws: UVError.self) { try EventLoop.open() }
      #expect(EventLoop.close() == [])
      #expect(throws: UVError.self) { try EventLoop.open() }
    }
  }

  @Test func jobs_enqueued_before_run_and_from_other_threads_run() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let log = Log<Int>()
        onThreads(4) { number in LoopTask.start { log.note(number) } }
        // Nothing but this timer keeps the loop alive meanwhile.
        let timer = LoopTimer()
        timer.start(after: .seconds(3600)) {}
        await log.until(count: 4)
        timer.close()
      }
      #expect(left == [])
    }
  }

  @Test func stop_ends_run_with_handles_open() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      LoopTask.start {
        LoopTimer().start(after: .seconds(3600)) {}
        EventLoop.stop()
      }
      EventLoop.run()
      #expect(EventLoop.close() == ["timer"])
    }
  }

  @Test func run_may_be_called_again() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      for _ in 0..<3 {
        LoopTask.start {
          EventLoop.stop()
          // Runs only with the next `run`, or in `close`.
          await EndOfTurnWaiter.wait()
        }
        EventLoop.run()
      }
      #expect(EventLoop.close() == [])
    }
  }

  @Test func close_wakes_sleepers_and_names_what_was_left() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      let sleeper = LoopTask.start {
        do {
          try await EventLoop.sleep(for: .seconds(3600))
          return false
        } catch {
          return true
        }
      }
      LoopTask.start { EventLoop.stop() }
      EventLoop.run()
      #expect(EventLoop.close() == ["timer"])
      #expect(await sleeper.value)
    }
  }

  @Test func every_kind_of_handle_closes_clean() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        LoopTimer().close()
        let (near, far) = try UnixStream.pair()
        near.close()
        far.close()
        try SignalSource(SIGUSR1) {}.close()
        var ends: [CInt] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let poll = try PollSource(descriptor: ends[0])
        poll.start(readable: true, writable: false) { _ in }
        poll.close()
        poll.close()
        try ChildProcess(arguments: ["true"]) { _ in }.close()
        // Runs until this process is gone; its handle, closed, must not keep the loop open.
        var pair: [CInt] = [-1, -1]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0)
        try ChildProcess(arguments: ["cat"], input: .inherit(pair[0])) { _ in }.close()
        #expect(throws: UVError.self) { try ChildProcess(arguments: ["/nonexistent"]) { _ in } }
        let socket = try BoundSocket()
        let listener = try socket.listener()
        try listener.listen(backlog: 8) { $0.close() }
        listener.close()
        socket.remove()
        try await EventLoop.sleep(for: .milliseconds(1))
        #expect(await EventLoop.offload { 42 } == 42)
      }
      #expect(left == [])
    }
  }

  @Test func failed_initialisers_leave_nothing_open() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        #expect(throws: UVError.self) { try UnixStream(descriptor: 999) }
        #expect(throws: UVError.self) { try PollSource(descriptor: 999) }
        #expect(throws: UVError.self) { try SignalSource(SIGKILL) {} }
        #expect(throws: UVError.self) { try UnixListener(descriptor: 999) }
        #expect(throws: UVError.self) { try UnixStream(connectingTo: "/nonexistent/socket") }
      }
      #expect(left == [])
    }
  }

  @Test func stream_with_a_write_under_way_closes_clean() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let (near, far) = try End.pair(reading: (true, false))
        near.send(pattern(4 << 20))
        near.stream.shutdown()
        await turnLoop { near.stream.takenBytes > 0 }
        #expect(near.stream.waitingBytes > 0)
        near.stream.close()
        far.stream.close()
      }
      #expect(left == [])
    }
  }

  @Test func close_takes_streams_with_writes_under_way() async {
    await #expect(processExitsWith: .success) {
      try EventLoop.open()
      LoopTask.start {
        do {
          let (near, _) = try End.pair(reading: (false, false))
          near.send(pattern(4 << 20))
          await turnLoop { near.stream.takenBytes > 0 }
        } catch {
          Issue.record(error)
        }
        EventLoop.stop()
      }
      EventLoop.run()
      #expect(EventLoop.close() == ["pipe", "pipe"])
    }
  }

  @Test func idle_loop_does_not_wake_up() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let log = Log<UInt64>()
        let timer = LoopTimer()
        let (near, far) = try End.pair()
        timer.start(after: .milliseconds(100)) { log.note(EventLoop.turns) }
        let before = EventLoop.turns
        await log.until(count: 1)
        #expect(log.entries[0] - before <= 2)
        timer.close()
        near.stream.close()
        far.stream.close()
      }
      #expect(left == [])
    }
  }

  @Test func broken_pipe_is_an_error_of_the_stream_only() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let (near, far) = try End.pair(reading: (false, false))
        far.stream.close()
        await far.until { far.isClosed }
        near.send([1, 2, 3])
        await near.until { near.error != nil }
        #expect(near.error?.name == "EPIPE")
        near.stream.close()
      }
      #expect(left == [])
    }
  }
}
