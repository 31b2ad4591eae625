import EventLoop
import MovieProtocol

/// A profile is open to all programs of the user until a given time, or until it is locked again. It ends
/// with the daemon, and so with the login session.
@LoopActor
final class Unlocking {
  let until: Timestamp
  private let timer = WallTimer()

  init(until: Timestamp, _ onEnd: @escaping @LoopActor () -> Void) {
    self.until = until
    start(onEnd)
  }

  func close() { timer.close() }

  /// It may fire early, if the clock is set.
  private func start(_ onEnd: @escaping @LoopActor () -> Void) {
    timer.start(at: until) { [weak self, until] in
      if Timestamp.now >= until { onEnd() } else { self?.start(onEnd) }
    }
  }
}
