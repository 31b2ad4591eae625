import EventLoop

/// When the downloads are checked next: no timer while nothing is due.
@LoopActor
final class DownloadTimers {
  /// The next retry.
  private let waking = LoopTimer()
  /// Checks the running work.
  private let watching = LoopTimer()

  nonisolated init() {}

  /// - Parameter moment: of the next retry; nil: there is none.
  func wake(at moment: LoopInstant?, _ body: @escaping @LoopActor () -> Void) {
    guard let moment else { return waking.stop() }
    let now = EventLoop.now
    // A download that is already due waits for a place, not for this timer.
    waking.start(at: moment > now ? moment : now + .seconds(1), body)
  }

  /// Each second, while work is running.
  func watch(_ isBusy: Bool, _ body: @escaping @LoopActor () -> Void) {
    guard isBusy else { return watching.stop() }
    if !watching.isActive { watching.start(after: .seconds(1), repeating: .seconds(1), body) }
  }

  func close() {
    for timer in [waking, watching] { timer.close() }
  }
}
