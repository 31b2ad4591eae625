internal import CLibuv

/// A timer. Milliseconds, counted from the time of the turn in which it is started (`EventLoop.now`); timers
/// due in one turn fire in the order of their due times.
///
/// It takes memory of libuv from its first start until `close`, so a timer that is never started costs nothing.
@LoopActor package final class LoopTimer {
  private var handle: TimerHandle?
  /// Set by `close`: it cannot be started any more.
  package private(set) var isClosed = false

  nonisolated package init() {}

  package var isActive: Bool { handle?.isActive == true }
  package var hasStarted: Bool { handle != nil }

  /// Calls `body` after `ms` milliseconds, and then every `repeating` milliseconds, if that is not 0. A
  /// running timer is restarted.
  package func start(after ms: UInt64, repeating: UInt64 = 0, _ body: @escaping @LoopActor () -> Void) {
    guard !isClosed else { return }
    let handle = handle ?? TimerHandle()
    self.handle = handle
    handle.start(after: ms, repeating: repeating, body)
  }

  /// Calls `body` at a moment of the loop's clock (`EventLoop.now`), at once if it is past.
  package func start(at moment: UInt64, _ body: @escaping @LoopActor () -> Void) {
    let now = EventLoop.now
    start(after: moment > now ? moment - now : 0, body)
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

  func start(after ms: UInt64, repeating: UInt64 = 0, _ body: @escaping @LoopActor () -> Void) {
    // It may have been closed at the end of the loop.
    guard !isClosing else { return }
    self.body = body
    isRepeating = repeating > 0
    uv_timer_start(timer, timerFired, ms, repeating)
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
