import EventLoop
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct SharedFetchTests {
  /// Work that ends when the test says so.
  @LoopActor
  final class Work {
    private var continuation: CheckedContinuation<Void, Never>?
    private(set) var began = 0
    private(set) var wasCancelled = false

    func run() async throws -> Int {
      began += 1
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation = $0 }
      } onCancel: {
        LoopTask.start {
          self.wasCancelled = true
          self.end()
        }
      }
      try Task.checkCancellation()
      return 7
    }

    func end() {
      continuation?.resume()
      continuation = nil
    }

    func untilBegun() async throws { while began == 0 { try await EventLoop.sleep(for: .milliseconds(1)) } }
  }

  private struct Fault: Error {}

  @Test func the_work_is_done_once_for_all_who_wait() async throws {
    let work = Work()
    var ends = 0
    let fetch = SharedFetch {
      try await work.run()
    } onEnd: {
      ends += 1
    }
    let waiters = (0..<100).map { _ in LoopTask.start { try? await fetch.value() } }
    try await work.untilBegun()
    work.end()
    for waiter in waiters { #expect(await waiter.value == 7) }
    #expect(work.began == 1 && ends == 1)
    // Whoever still holds it has its result.
    #expect(try await fetch.value() == 7)
  }

  @Test func work_that_ends_while_somebody_joins_is_not_missed() async throws {
    for steps in 0..<50 {
      let fetch = SharedFetch {
        for _ in 0..<steps { await Task.yield() }
        return steps
      } onEnd: {
      }
      await Task.yield()
      #expect(try await fetch.value() == steps)
    }
  }

  @Test func an_error_reaches_all() async {
    let fetch = SharedFetch<Int> {
      throw Fault()
    } onEnd: {
    }
    let waiters = (0..<3).map { _ in
      LoopTask.start {
        do { return try await fetch.value() == 0 } catch { return error is Fault }
      }
    }
    for waiter in waiters { #expect(await waiter.value) }
  }

  @Test func only_the_last_to_leave_ends_the_work() async throws {
    let work = Work()
    var ends = 0
    let fetch = SharedFetch {
      try await work.run()
    } onEnd: {
      ends += 1
    }
    let waiters = (0..<3).map { _ in
      LoopTask.start { () -> Bool in
        do {
          _ = try await fetch.value()
          return false
        } catch {
          return error is CancellationError
        }
      }
    }
    try await work.untilBegun()
    for waiter in waiters.dropLast() {
      waiter.cancel()
      #expect(await waiter.value)
      #expect(!work.wasCancelled && ends == 0)
    }
    waiters[2].cancel()
    #expect(await waiters[2].value)
    // At once, though the work itself may take a while to notice.
    #expect(ends == 1)
    while !work.wasCancelled { try await EventLoop.sleep(for: .milliseconds(1)) }
  }

  @Test func a_waiter_whose_time_is_up_leaves_and_the_others_stay() async throws {
    let work = Work()
    let fetch = SharedFetch {
      try await work.run()
    } onEnd: {
    }
    let patient = LoopTask.start { try? await fetch.value() }
    try await work.untilBegun()
    await #expect(throws: SharedFetch<Int>.DeadlineExceeded.self) {
      try await fetch.value(until: EventLoop.now)
    }
    work.end()
    #expect(await patient.value == 7)
  }

  @Test func unattended_work_goes_on_when_all_have_left() async throws {
    let work = Work()
    let fetch = SharedFetch(isUnattended: true) {
      try await work.run()
    } onEnd: {
    }
    let waiter = LoopTask.start { try? await fetch.value() }
    try await work.untilBegun()
    waiter.cancel()
    #expect(await waiter.value == nil)
    work.end()
    #expect(try await fetch.value() == 7)
    #expect(!work.wasCancelled)
  }

  @Test func one_that_is_cancelled_before_it_waits_leaves_nothing_behind() async throws {
    let work = Work()
    var ends = 0
    let fetch = SharedFetch {
      try await work.run()
    } onEnd: {
      ends += 1
    }
    let waiter = LoopTask.start { try? await fetch.value() }
    waiter.cancel()
    #expect(await waiter.value == nil)
    #expect(ends == 1)
  }
}
