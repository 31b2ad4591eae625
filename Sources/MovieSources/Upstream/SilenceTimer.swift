import EventLoop

/// Notices that upstream hangs: all permits have been taken for a while, and not a byte has come. A request
/// that waits for a permit would then wait until those of other clients time out.
///
/// It is silent until something comes, or until no request is under way. A slow upstream sends something from
/// time to time.
@LoopActor
final class SilenceTimer {
  private let limit: Duration
  private let timer = LoopTimer()
  /// When all permits were taken, or when bytes have come since.
  private var since: LoopInstant?
  private var areAllTaken = false
  private(set) var isSilent = false
  var onSilence: (@LoopActor () -> Void)?

  init(limit: Duration = .milliseconds(1500)) { self.limit = limit }

  /// Bytes of any request, or of a TLS handshake, have arrived: on a slow link a new connection and the first
  /// response together take longer than the limit.
  func received(at now: LoopInstant = EventLoop.now) {
    isSilent = false
    if since != nil {
      since = now
    } else if areAllTaken {
      // It may hang again.
      since = now
      start(after: limit)
    }
  }

  /// Call this whenever the number of requests under way has changed. A permit that is returned and taken
  /// again is no sign of life: its request may have been cancelled.
  func use(underWay: Int, max: Int, at now: LoopInstant = EventLoop.now) {
    areAllTaken = underWay >= max
    if underWay == 0 { (since, isSilent) = (nil, false) }
    guard areAllTaken, since == nil, !isSilent else { return }
    since = now
    start(after: limit)
  }

  func close() { timer.close() }

  private func start(after wait: Duration) {
    timer.start(after: wait) {
      // If the process did not run for a while, its timers come before what the kernel has received for it.
      self.timer.start(after: .milliseconds(1)) { self.check(at: EventLoop.now) }
    }
  }

  func check(at now: LoopInstant) {
    guard let since else { return }
    let silent = now - since
    guard silent >= limit else { return start(after: limit - silent) }
    self.since = nil
    guard areAllTaken else { return }
    isSilent = true
    onSilence?()
  }
}
