import EventLoop

/// When the downloads are checked next: no timer while nothing is due.
@LoopActor
final class DownloadTimers {
  /// The next retry.
  private var waking: LoopTimer?
  /// Checks the running work.
  private var watching: LoopTimer?

  nonisolated init() {}

  /// - Parameter moment: of the next retry; nil: there is none.
  func wake(at moment: UInt64?, _ body: @escaping @LoopActor () -> Void) {
    guard let moment else {
      waking?.close()
      waking = nil
      return
    }
    let timer = waking ?? LoopTimer()
    waking = timer
    let now = EventLoop.now
    // A download that is already due waits for a place, not for this timer.
    timer.start(after: moment > now ? moment - now : 1000, body)
  }

  /// Each second, while work is running.
  func watch(_ isBusy: Bool, _ body: @escaping @LoopActor () -> Void) {
    guard isBusy else {
      watching?.close()
      watching = nil
      return
    }
    guard watching == nil else { return }
    let timer = LoopTimer()
    watching = timer
    timer.start(after: 1000, repeating: 1000, body)
  }

  func close() {
    for timer in [waking, watching] { timer?.close() }
  }
}
