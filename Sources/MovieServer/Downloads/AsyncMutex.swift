import EventLoop

/// Lets one task after the other do something that must not be mixed with what others do, in the order in which
/// they come.
@LoopActor
final class AsyncMutex {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  func pass<Result: Sendable, Failure: Error>(
    _ body: @LoopActor () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    await withCheckedContinuation { continuation in
      if isTaken {
        waiting.append(continuation)
      } else {
        isTaken = true
        continuation.resume()
      }
    }
    defer { leave() }
    return try await body()
  }

  /// It stays taken when it is handed on, so that nobody who comes just now is faster.
  private func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
