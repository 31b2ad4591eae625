import EventLoop

/// Runs operations that must not be interleaved one after the other, in the order of their calls.
@LoopActor
final class AsyncMutex {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated init() {}

  func withLock<Result: Sendable, Failure: Error>(
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
    defer { unlock() }
    return try await body()
  }

  /// It stays locked while it is handed on, so that a new caller cannot get ahead.
  private func unlock() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
