import EventLoop
import Glibc
import Logging

/// The library is closed: nothing that is left is worth waiting for. A thread that a disk holds would keep the
/// process, which holds the locks, for as long as it likes.
enum EndOfProcess {
  private static let seconds: UInt32 = 1

  /// The process ends within a second, if it does not end by itself.
  static func begin(_ logger: Logger) {
    // Whatever hangs may be the loop itself, or the end of libuv's threads that the C library waits for.
    _ = DetachedThread.start {
      sleep(seconds)
      logger.info("movierpcd has ended; something still waits for a disk")
      _exit(EXIT_SUCCESS)
    }
  }
}
