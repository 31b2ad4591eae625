import EventLoop

/// Notices that upstream hangs: every permit is taken, and no byte has come for a while. Without it, the next
/// request would wait until those of other clients time out.
///
/// A slow upstream sends something from time to time. And a network that is slow to connect is not taken for
/// a hanging upstream unless there are as many requests at once as may be.
@LoopActor
final class SilenceTimer {
  private let limit: Duration
  private let timer = LoopTimer()
  private var heardAt = LoopInstant.distantPast
  private var isRunning = false
  var onSilence: (@LoopActor () -> Void)?

  init(limit: Duration = .milliseconds(1500)) { self.limit = limit }

  /// Bytes of any request have arrived.
  func heard(at now: LoopInstant = EventLoop.now) { heardAt = now }

  /// Call this whenever the number of requests under way has changed.
  func use(allTaken: Bool) {
    guard onSilence != nil, allTaken != isRunning else { return }
    isRunning = allTaken
    guard allTaken else { return timer.stop() }
    heard()
    start(after: limit)
  }

  func close() {
    onSilence = nil
    timer.close()
  }

  private func start(after wait: Duration) {
    timer.start(after: wait) { self.check(at: EventLoop.now) }
  }

  func check(at now: LoopInstant) {
    let silent = now - heardAt
    guard silent >= limit else { return start(after: limit - silent) }
    isRunning = false
    onSilence?()
  }
}
