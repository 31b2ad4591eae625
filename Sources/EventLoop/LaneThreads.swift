private import Glibc

/// A few threads that take work in its order. Each ends when there was none for some seconds.
///
/// A POSIX mutex and condition for the same reason as that of `DatabaseThread`. `@unchecked`: the pointers never
/// change, and the rest is accessed only under `mutex`.
final class LaneThreads: @unchecked Sendable {
  private static let idleSeconds = 5

  let max: Int
  private var waiting: [@Sendable () -> Void] = []
  private var count = 0
  private var idle = 0
  // On the heap: neither may move once it is initialised.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(max: Int) {
    self.max = max
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// - Returns: false if there is no thread, and none can be started.
  func push(_ work: @escaping @Sendable () -> Void) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    waiting.append(work)
    if idle >= waiting.count {
      pthread_cond_signal(changed)
    } else if count < max {
      if DetachedThread.start({ self.serve() }) {
        count += 1
      } else if count == 0 {
        waiting.removeLast()
        return false
      }
    }
    return true
  }

  private func serve() {
    while let work = next() { work() }
  }

  /// Nil: this thread is to end.
  private func next() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    until.tv_sec += Self.idleSeconds
    while waiting.isEmpty {
      idle += 1
      let code = pthread_cond_timedwait(changed, mutex, &until)
      idle -= 1
      if code != 0, waiting.isEmpty {
        count -= 1
        return nil
      }
    }
    return waiting.removeFirst()
  }
}
