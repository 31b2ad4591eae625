import EventLoop

/// Limits the time from the first byte of a message to its last.
///
/// A class, for the same reason as ``HitCounter``.
@LoopActor
final class MessageTimer {
  /// Nil until a message has come in more than one read.
  private(set) var timer: LoopTimer?
  /// The timer was started for the message that is being read: the next one may begin in the read that ends
  /// one.
  private var isForThis = false

  func messageEnded() { isForThis = false }

  /// The last byte read is within a message. The timer of that message is not restarted.
  func start(after ms: Int, _ body: @escaping @LoopActor () -> Void) {
    let timer = timer ?? LoopTimer()
    self.timer = timer
    guard !timer.isActive || !isForThis else { return }
    isForThis = true
    timer.start(after: UInt64(ms), body)
  }

  func stop() {
    if let timer, timer.isActive { timer.stop() }
  }

  func close() { timer?.close() }
}
