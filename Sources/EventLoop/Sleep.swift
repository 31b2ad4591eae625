extension EventLoop {
  /// Suspends the task; the loop and its other tasks keep running. Any number of tasks may sleep.
  ///
  /// `Task.sleep` would bring in Dispatch and its threads.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled; at once if it already is.
  @LoopActor package static func sleep(for duration: Duration) async throws(CancellationError) {
    guard !Task.isCancelled else { throw CancellationError() }
    let sleeper = Sleeper()
    let hasSlept = await withTaskCancellationHandler {
      await withCheckedContinuation { sleeper.start(duration, $0) }
    } onCancel: {
      // On any thread, and perhaps while the task is about to sleep: the loop decides the order.
      LoopTask.start { sleeper.close() }
    }
    guard hasSlept else { throw CancellationError() }
  }
}

/// The timer of one `sleep`. When a cancellation or the end of the loop closes it early, it wakes the task
/// with false.
@LoopActor private final class Sleeper: TimerHandle {
  private var continuation: CheckedContinuation<Bool, Never>?

  func start(_ duration: Duration, _ continuation: CheckedContinuation<Bool, Never>) {
    guard !isClosing else { return continuation.resume(returning: false) }
    self.continuation = continuation
    start(after: duration) {
      self.wake(true)
      self.close()
    }
  }

  private func wake(_ hasSlept: Bool) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(returning: hasSlept)
  }

  override func willClose() {
    super.willClose()
    wake(false)
  }
}
