internal import CLibuv
import Glibc

/// A timer on the wall clock: it fires when the clock shows a given moment, however it got there. libuv's
/// timers count only the time the machine is awake.
///
/// timerfd_create(2): a timer of CLOCK_REALTIME that is cancelled when the clock is set, which includes
/// resuming from sleep.
@LoopActor package final class WallTimer {
  private var descriptor: CInt
  private let source: PollSource?
  /// For a machine that stays awake and whose clock is not set, whatever happens to the other timer.
  private let awake = LoopTimer()
  private var body: (@LoopActor () -> Void)?

  /// If the system has no timer to give, it counts the time the machine is awake.
  package init() {
    descriptor = timerfd_create(CLOCK_REALTIME, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
    source = descriptor < 0 ? nil : try? PollSource(descriptor: descriptor)
  }

  /// Calls `body` once: at `seconds` since 1970, at once if that is past, or earlier when the clock was set.
  /// `body` must check the time.
  package func start(at seconds: Int64, _ body: @escaping @LoopActor () -> Void) {
    guard !awake.isClosed else { return }
    self.body = body
    startAwake(until: min(seconds, 1 << 40))
    guard let source, descriptor >= 0 else { return }
    // time(2) may lag by some milliseconds, and would still show the second before.
    var time = itimerspec()
    time.it_value.tv_sec = time_t(max(1, seconds))
    time.it_value.tv_nsec = 20_000_000
    timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME) | CInt(TFD_TIMER_CANCEL_ON_SET), &time, nil)
    source.start(readable: true, writable: false) { [weak self] _ in self?.fire() }
  }

  /// It counts from the beginning of the turn, which may be long ago: then it would fire too early.
  private func startAwake(until moment: Int64) {
    let wait = max(0, moment - Int64(Glibc.time(nil)))
    awake.start(after: .milliseconds(wait * 1000 + 50)) { [weak self] in
      if moment > Int64(Glibc.time(nil)) { self?.startAwake(until: moment) } else { self?.finish() }
    }
  }

  package func stop() {
    body = nil
    awake.stop()
    guard let source, descriptor >= 0 else { return }
    source.stop()
    var never = itimerspec()
    timerfd_settime(descriptor, 0, &never, nil)
  }

  /// Closes it permanently.
  package func close() {
    body = nil
    awake.close()
    source?.close()
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func fire() {
    var count: UInt64 = 0
    // ECANCELED: the clock was set. EAGAIN: nothing has happened.
    guard read(descriptor, &count, 8) == 8 || errno == ECANCELED else { return }
    finish()
  }

  private func finish() {
    let body = body
    stop()
    body?()
  }
}
