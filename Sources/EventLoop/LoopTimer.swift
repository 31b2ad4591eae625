internal import CLibuv

/// A timer that counts whole milliseconds from the time of the turn in which it is started (`EventLoop.now`).
/// Timers due in one turn fire in the order of their due times.
///
/// It takes memory of libuv from its first start until `close`, so a timer that is never started costs nothing.
@LoopActor package final class LoopTimer {
  private var handle: TimerHandle?
  /// Set by `close`: it cannot be started any more.
  package private(set) var isClosed = false

  nonisolated package init() {}

  package var isActive: Bool { handle?.isActive == true }
  package var hasStarted: Bool { handle != nil }

  /// Calls `body` after `delay`, and then at each interval of `repeating`, if that is not zero. A running timer
  /// is restarted.
  package func start(
    after delay: Duration, repeating: Duration = .zero, _ body: @escaping @LoopActor () -> Void
  ) {
    guard !isClosed else { return }
    let handle = handle ?? TimerHandle()
    self.handle = handle
    handle.start(after: delay, repeating: repeating, body)
  }

  /// Calls `body` at `moment`, at once if it is past.
  package func start(at moment: LoopInstant, _ body: @escaping @LoopActor () -> Void) {
    start(after: moment - EventLoop.now, body)
  }

  /// The body is not called any more, and is released. The timer can be started again.
  package func stop() { handle?.stop() }

  package func close() {
    isClosed = true
    handle?.close()
    handle = nil
  }
}

/// https://docs.libuv.org/en/v1.x/timer.html
@LoopActor class TimerHandle: Handle {
  private var body: (@LoopActor () -> Void)?
  private var isRepeating = false

  private var timer: UnsafeMutablePointer<uv_timer_t> {
    UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_timer_t.self)
  }

  init() {
    super.init(UV_TIMER) { memory in
      uv_timer_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_timer_t.self))
    }
  }

  func start(after delay: Duration, repeating: Duration = .zero, _ body: @escaping @LoopActor () -> Void) {
    // It may have been closed at the end of the loop.
    guard !isClosing else { return }
    self.body = body
    isRepeating = repeating > .zero
    uv_timer_start(
      timer, timerFired, UInt64(clamping: delay.milliseconds), UInt64(clamping: repeating.milliseconds))
  }

  func stop() {
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
  guard let timer = TimerHandle.of(handle) else { return }
  LoopActor.assumeIsolated { timer.fire() }
}
