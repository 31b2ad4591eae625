import EventLoop
import Glibc
import Logging

/// The process ends at a moment, whatever hangs by then: a thread that a disk holds would keep the process, which
/// holds the locks, for as long as it likes. All that was acknowledged is on the disk already.
enum EndOfProcess {
  /// - Parameter limit: after that it ends, if it has not ended by itself; of several limits, the first counts.
  static func begin(within limit: Duration, _ log: LogOutput) {
    // Whatever hangs may be the loop itself, or the end of libuv's threads that the C library waits for.
    _ = DetachedThread.start {
      usleep(useconds_t(clamping: limit.milliseconds * 1000))
      log.write(.info, "movierpcd has ended; something still waits for a disk")
      // It may be on the same disk.
      log.drain(within: .seconds(1))
      _exit(EXIT_SUCCESS)
    }
  }
}
