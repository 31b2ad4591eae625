import Foundation
import Synchronization
import Testing

@testable import EventLoop

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct BlockingLaneTests {
  /// Holds calls until it is opened.
  private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func wait() { semaphore.wait() }
    func open(_ count: Int = 1) { for _ in 0..<count { semaphore.signal() } }
  }

  private final class Flag: Sendable {
    private let state = Atomic(false)
    var isSet: Bool { state.load(ordering: .relaxed) }
    func set() { state.store(true, ordering: .relaxed) }
  }

  private func lane(threads: Int = 1, calls: Int = 1024, deadline: Duration = .seconds(240)) -> BlockingLane {
    BlockingLane("the folder", threads: threads, calls: calls, deadline: deadline)
  }

  @Test func call_runs_elsewhere_and_answers_here() async throws {
    #expect(try await !lane().call { LoopExecutor.shared.isOnLoopThread })
    #expect(LoopExecutor.shared.isOnLoopThread)
  }

  @Test func thread_takes_calls_in_their_order() async throws {
    let (lane, gate, log) = (lane(), Gate(), Log<Int>())
    let first = LoopTask.start { try? await lane.call { gate.wait() } }
    let others = (0..<50).map { number in
      LoopTask.start { log.note((try? await lane.call { number }) ?? -1) }
    }
    gate.open()
    _ = await first.value
    for other in others { await other.value }
    #expect(log.entries == Array(0..<50))
  }

  /// However long it has waited for others, that are slow and end.
  @Test func time_of_a_call_counts_from_its_beginning() async {
    let lane = lane(deadline: .seconds(10))
    let calls = (0..<3).map { number in
      LoopTask.start {
        try? await lane.call {
          usleep(4_000_000)
          return number
        }
      }
    }
    for (number, call) in calls.enumerated() { #expect(await call.value == number) }
  }

  @Test func caller_is_told_when_nothing_comes_and_the_rest_is_left_over() async {
    let (lane, gate, log) = (lane(deadline: .milliseconds(1)), Gate(), Log<Int?>())
    let (other, held) = (self.lane(deadline: .milliseconds(1)), Gate())
    // It may be given up before it is begun; then it is left over as nothing.
    let begun = Flag()
    while !begun.isSet {
      let error = await #expect(throws: LaneError.self) {
        try await lane.call { (left: Int?) in
          LoopTask.start { log.note(left) }
        } _: { () -> Int in
          begun.set()
          gate.wait()
          return 7
        }
      }
      #expect(error?.description == "the folder does not respond")
    }
    gate.open()
    await log.until { log.entries.last == 7 }
    // Behind another it is not begun.
    let first = LoopTask.start { try? await other.call(within: .seconds(240)) { held.wait() } }
    await EndOfTurnWaiter.wait()
    await #expect(throws: LaneError.self) {
      try await other.call { (left: Int?) in
        LoopTask.start { log.note(left ?? -1) }
      } _: {
        8
      }
    }
    held.open()
    await first.value
    await log.until { log.entries.last == -1 }
  }

  @Test func stuck_lane_refuses_at_once_and_recovers() async throws {
    let (lane, gate, begun) = (lane(), Gate(), Flag())
    while !begun.isSet {
      await #expect(throws: LaneError.self) {
        try await lane.call(within: .milliseconds(1)) {
          begun.set()
          gate.wait()
        }
      }
    }
    // It would be waited for without end.
    await #expect(throws: LaneError.self) { try await lane.call {} }
    gate.open()
    while (try? await lane.call { 7 }) != 7 { try await EventLoop.sleep(for: .milliseconds(1)) }
  }

  @Test func calls_have_a_maximum() async throws {
    let (lane, gate) = (lane(calls: 2), Gate())
    let held = (0..<2).map { _ in LoopTask.start { try? await lane.call { gate.wait() } } }
    await EndOfTurnWaiter.wait()
    await #expect(throws: LaneError.self) { try await lane.call {} }
    gate.open(2)
    for one in held { await one.value }
    try await lane.call {}
  }

  @Test func equal_questions_share_one_answer() async throws {
    let (lane, gate) = (lane(threads: 4), Gate())
    let asked = (0..<10).map { _ in
      LoopTask.start {
        try? await lane.ask("a") { () -> UUID in
          gate.wait()
          return UUID()
        }
      }
    }
    await EndOfTurnWaiter.wait()
    gate.open()
    var answers: Set<UUID?> = []
    for one in asked { answers.insert(await one.value) }
    #expect(answers.count == 1 && !answers.contains(nil))
    gate.open()
    #expect(try await lane.ask("a") { UUID() } != answers.first)
  }

  @Test func one_lane_does_not_wait_for_another() async throws {
    let (hung, gate) = (lane(), Gate())
    let held = LoopTask.start { try? await hung.call { gate.wait() } }
    #expect(try await lane().call { 1 } == 1)
    gate.open()
    await held.value
  }
}
