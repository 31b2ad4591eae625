import EventLoop

/// Checks whether a client reads any of the replies that wait for it.
///
/// Started when the kernel did not take all of the replies, so a client that reads costs no timer, and one
/// that only follows topics never has one.
@LoopActor
struct WriteTimeout {
  let timer = LoopTimer()
  private var progress: UInt64 = 0

  var isActive: Bool { timer.isActive }

  /// - Parameter progress: bytes that the client has read until now.
  mutating func start(at progress: UInt64, after delay: Duration, _ body: @escaping @LoopActor () -> Void) {
    self.progress = progress
    timer.start(after: delay, body)
  }

  /// Nothing was read since the start.
  func hasStalled(at progress: UInt64) -> Bool { progress == self.progress }

  func stop() { timer.stop() }
  func close() { timer.close() }
}
