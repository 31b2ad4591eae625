import Glibc
import MovieStore

/// Whether the process can start the threads it needs, checked before it reports that it is ready: if one
/// cannot be started later, libuv and the databases can only end the process.
enum ThreadRoom {
  /// One each for the catalogue and the cache, two for the library, four of libuv's pool, and one more for name
  /// lookups.
  static let wanted = 9

  /// - Parameter start: starts a thread that waits for the mutex; returns an error code or 0.
  static func expect(
    _ start: (UnsafeMutablePointer<pthread_t>, UnsafeMutablePointer<pthread_mutex_t>) -> CInt = Self.start
  ) throws(SystemError) {
    let limiter = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(limiter, nil)
    pthread_mutex_lock(limiter)
    var threads: [pthread_t] = []
    var failure: CInt = 0
    while failure == 0, threads.count < wanted {
      var thread = pthread_t()
      failure = start(&thread, limiter)
      if failure == 0 { threads.append(thread) }
    }
    pthread_mutex_unlock(limiter)
    for thread in threads { pthread_join(thread, nil) }
    pthread_mutex_destroy(limiter)
    limiter.deallocate()
    guard failure != 0 else { return }
    throw SystemError(
      "start \(wanted) threads; only \(threads.count) are available (raise `ulimit -u`, or TasksMax of the "
        + "service)", code: failure)
  }

  static func start(
    _ thread: UnsafeMutablePointer<pthread_t>, _ limiter: UnsafeMutablePointer<pthread_mutex_t>
  ) -> CInt {
    pthread_create(
      thread, nil,
      { limiter in
        if let limiter = limiter?.assumingMemoryBound(to: pthread_mutex_t.self) {
          pthread_mutex_lock(limiter)
          pthread_mutex_unlock(limiter)
        }
        return nil
      }, limiter)
  }
}
