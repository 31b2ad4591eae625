/// Why a call was not made, or not waited for.
package struct LaneError: Error, Equatable, CustomStringConvertible {
  /// What does not respond: `the downloads folder`.
  package let resource: String

  package init(resource: String) { self.resource = resource }

  package var description: String { "\(resource) does not respond" }
}

/// The way to one resource whose calls block, such as a folder: its own threads, a maximum of calls, and a time
/// after which a caller is told that it does not respond. A network drive whose server is gone, or a dying disk,
/// holds a thread for as long as it likes; it then costs this lane and nothing else.
@LoopActor package final class BlockingLane {
  package nonisolated let resource: String
  private nonisolated let deadline: Duration
  private nonisolated let maxCalls: Int
  private nonisolated let threads: LaneThreads
  private var calls = 0
  /// Threads whose caller no longer waits.
  private var stuck = 0
  private var shared: [String: any Sendable] = [:]
  /// When work has come to its end, the last time.
  private var lastEnd = LoopInstant.distantPast

  /// All that are under way, of all lanes.
  private static var underWay: [ObjectIdentifier: @LoopActor () -> Void] = [:]
  /// The process ends: nothing is waited for any longer than this.
  private static var isEnding = false
  private static let lastPatience: Duration = .seconds(1)

  /// - Parameters:
  ///   - resource: for messages.
  ///   - threads: started when they are needed, and ended when they are not.
  ///   - calls: how many may be under way or wait.
  ///   - deadline: for a call that has none of its own. One that waits behind others waits on while these end.
  package nonisolated init(
    _ resource: String, threads: Int = 2, calls: Int = 1024, deadline: Duration = .seconds(5)
  ) {
    (self.resource, self.deadline, maxCalls) = (resource, deadline, calls)
    self.threads = LaneThreads(max: threads)
  }

  /// Runs `work` on a thread of the lane. Work that has begun runs to its end, even if nobody waits any more.
  ///
  /// - Parameter leftOver: called on that thread in place of the answer, if the caller was told that the resource
  ///   does not respond: with what came of the work, nil if it was not begun. It closes what nobody else will.
  package func call<Value: Sendable>(
    within deadline: Duration? = nil, leftOver: @escaping @Sendable (Value?) -> Void = { _ in },
    _ work: @escaping @Sendable () -> Value
  ) async throws(LaneError) -> Value {
    guard stuck < threads.max, calls < maxCalls else { throw LaneError(resource: resource) }
    calls += 1
    defer { calls -= 1 }
    let call = LaneCall<Value>(work, leftOver) { self.stuck -= 1 }
    let timer = LoopTimer()
    defer { timer.close() }
    let giveUp: @LoopActor () -> Void = { if call.giveUp() { self.stuck += 1 } }
    let deadline = deadline ?? self.deadline
    let patience = Self.isEnding ? min(deadline, Self.lastPatience) : deadline
    timer.start(after: patience) { self.expire(call, patience, timer, giveUp) }
    Self.underWay[ObjectIdentifier(call)] = { timer.start(after: Self.lastPatience, giveUp) }
    defer { Self.underWay[ObjectIdentifier(call)] = nil }
    guard threads.push(call.run) else { throw LaneError(resource: resource) }
    guard let value = await call.value() else { throw LaneError(resource: resource) }
    lastEnd = EventLoop.now
    return value
  }

  /// The time of a call counts from when a thread begins it. While it waits, the resource responds as long as other
  /// calls come to their end.
  private func expire<Value>(
    _ call: LaneCall<Value>, _ patience: Duration, _ timer: LoopTimer,
    _ giveUp: @escaping @LoopActor () -> Void
  ) {
    let end = (call.begunAt ?? lastEnd) + patience
    guard end > EventLoop.now else { return giveUp() }
    timer.start(at: end) { self.expire(call, patience, timer, giveUp) }
  }

  /// The same for a question: callers that ask it at the same time share one answer.
  package func ask<Value: Sendable>(
    _ question: String, _ work: @escaping @Sendable () -> Value
  ) async throws(LaneError) -> Value {
    let asked: Task<Result<Value, LaneError>, Never>
    if let same = shared[question] as? Task<Result<Value, LaneError>, Never> {
      asked = same
    } else {
      asked = LoopTask.start {
        defer { self.shared[question] = nil }
        do throws(LaneError) {
          return .success(try await self.call(work))
        } catch {
          return .failure(error)
        }
      }
      shared[question] = asked
    }
    return try await asked.value.get()
  }

  /// The process ends: calls that take longer than a moment are no longer waited for, in any lane.
  package static func end() {
    isEnding = true
    for hurry in underWay.values { hurry() }
  }
}
