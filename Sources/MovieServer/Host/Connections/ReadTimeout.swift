import EventLoop

/// Limits the time from the first byte of a message to its last.
///
/// A class, for the same reason as ``HitCounter``.
@LoopActor
final class ReadTimeout {
  /// Never started while each message comes in one read.
  let timer = LoopTimer()
  /// The timer was started for the message that is being read: the next one may begin in the read that ends
  /// one.
  private var isForThis = false

  func messageEnded() { isForThis = false }

  /// The last byte read is within a message. The timer of that message is not restarted.
  func start(after delay: Duration, _ body: @escaping @LoopActor () -> Void) {
    guard !timer.isActive || !isForThis else { return }
    isForThis = true
    timer.start(after: delay) { [timer] in
      // A loop that is late runs its timers before it reads: the rest of the message may be there already.
      timer.start(after: .milliseconds(1), body)
    }
  }

  func stop() {
    if timer.isActive { timer.stop() }
  }

  func close() { timer.close() }
}
