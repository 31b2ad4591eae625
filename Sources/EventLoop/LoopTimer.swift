internal import CLibuv

/// A timer (https://docs.libuv.org/en/v1.x/timer.html). Milliseconds, counted from the time of the turn in
/// which it is started (`EventLoop.now`); timers due in one turn fire in the order of their due times.
@LoopActor package final class LoopTimer: Handle {
  private var body: (@LoopActor () -> Void)?
  private var isRepeating = false

  private var timer: UnsafeMutablePointer<uv_timer_t> {
    UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_timer_t.self)
  }

  package init() {
    super.init(UV_TIMER) { memory in
      uv_timer_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_timer_t.self))
    }
  }

  /// Calls `body` after `ms` milliseconds, and then every `repeating` milliseconds, if that is not 0. A
  /// running timer is restarted.
  package func start(after ms: UInt64, repeating: UInt64 = 0, _ body: @escaping @LoopActor () -> Void) {
    guard !isClosing else { return }
    self.body = body
    isRepeating = repeating > 0
    uv_timer_start(timer, timerFired, ms, repeating)
  }

  /// The body is not called any more, and is released. The timer can be started again.
  package func stop() {
    guard !isClosing else { return }
    uv_timer_stop(timer)
    body = nil
  }

  fileprivate func fire() {
    let body = body
    // Released before the call, because the body may restart the timer with another one.
    if !isRepeating { self.body = nil }
    body?()
  }

  override func willClose() { body = nil }
}

private func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
  guard let timer = LoopTimer.of(handle) else { return }
  LoopActor.assumeIsolated { timer.fire() }
}
