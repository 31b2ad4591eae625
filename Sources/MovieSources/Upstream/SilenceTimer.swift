import EventLoop

/// Notices that upstream hangs: every permit is taken, and no byte has come for a while. Without it, the next
/// request would wait until those of other clients time out.
///
/// A slow upstream sends something from time to time. And a network that is slow to connect is not taken for
/// a hanging upstream unless there are as many requests at once as may be.
@LoopActor
final class SilenceTimer {
  private let limit: UInt64
  private let timer = LoopTimer()
  private var heardAt: UInt64 = 0
  private var isRunning = false
  var onSilence: (@LoopActor () -> Void)?

  /// - Parameter limit: milliseconds.
  init(limit: UInt64 = 1_500) { self.limit = limit }

  /// Bytes of any request have arrived.
  func heard(at now: UInt64 = EventLoop.now) { heardAt = now }

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

  private func start(after milliseconds: UInt64) {
    timer.start(after: milliseconds) { self.check(at: EventLoop.now) }
  }

  func check(at now: UInt64) {
    let silent = now - min(heardAt, now)
    guard silent >= limit else { return start(after: limit - silent) }
    isRunning = false
    onSilence?()
  }
}
