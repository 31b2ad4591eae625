private import Synchronization

/// One call of a `BlockingLane`: its value goes to the caller, or to `leftOver` if that has given up.
@LoopActor final class LaneCall<Value: Sendable> {
  private enum State: UInt8, AtomicRepresentable {
    case waiting, running, ended, givenUp
  }

  private nonisolated let state = Atomic(State.waiting)
  /// Milliseconds of the loop's clock; 0: not begun.
  private nonisolated let begun = Atomic<Int64>(0)
  private nonisolated let work: @Sendable () -> Value
  private nonisolated let leftOver: @Sendable (Value?) -> Void
  private nonisolated let onLateEnd: @LoopActor () -> Void
  private var result: Value??
  private var continuation: CheckedContinuation<Value?, Never>?

  /// - Parameter onLateEnd: the work has ended after `giveUp` returned true.
  init(
    _ work: @escaping @Sendable () -> Value, _ leftOver: @escaping @Sendable (Value?) -> Void,
    onLateEnd: @escaping @LoopActor () -> Void
  ) {
    (self.work, self.leftOver, self.onLateEnd) = (work, leftOver, onLateEnd)
  }

  /// On a thread of the lane.
  nonisolated func run() {
    begun.store(Int64(HighResolutionInstant.now.nanoseconds / 1_000_000), ordering: .relaxed)
    guard state.compareExchange(expected: .waiting, desired: .running, ordering: .relaxed).exchanged else {
      return leftOver(nil)
    }
    let value = work()
    state.store(.ended, ordering: .relaxed)
    LoopTask.start { self.ended(value) }
  }

  /// The caller's; nil after `giveUp`.
  func value() async -> Value? {
    if let result { return result }
    return await withCheckedContinuation { continuation in
      // It may have ended since: entering a continuation can leave the loop for a moment.
      if let result { continuation.resume(returning: result) } else { self.continuation = continuation }
    }
  }

  /// When a thread has begun it; nil: it waits for one.
  var begunAt: LoopInstant? {
    let begun = begun.load(ordering: .relaxed)
    return begun == 0 ? nil : LoopInstant(milliseconds: begun)
  }

  /// Not if its value is on the way: the loop may be late itself.
  ///
  /// - Returns: whether a thread is still at it.
  func giveUp() -> Bool {
    guard result == nil, state.load(ordering: .relaxed) != .ended else { return false }
    end(with: nil)
    return !state.compareExchange(expected: .waiting, desired: .givenUp, ordering: .relaxed).exchanged
  }

  private func ended(_ value: Value) {
    guard result != nil else { return end(with: value) }
    onLateEnd()
    let leftOver = leftOver
    // Closing may block like all else.
    if !DetachedThread.start({ leftOver(value) }) { leftOver(value) }
  }

  private func end(with value: Value?) {
    result = .some(value)
    continuation?.resume(returning: value)
    continuation = nil
  }
}
