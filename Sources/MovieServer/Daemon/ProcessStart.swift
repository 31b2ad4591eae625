import EventLoop
import Glibc

/// Sets the state of the process, some of which the parent may have changed. Call first: no thread runs yet,
/// and all of this affects the whole process.
package enum ProcessStart {
  package static func prepare() {
    // If a reader of the log or of the client's pipe has gone, only that write fails.
    signal(SIGPIPE, SIG_IGN)
    // Files we make are our user's alone.
    umask(0o077)
    preventDumps()
    EventLoop.keepLittleFreeMemory()
    // Otherwise a connection would become descriptor 2, and the log be sent to a client. `open` returns the
    // lowest free number.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Keys of upstreams are in memory, in the environment, and for a moment in registers. A core dump would
  /// write them to the disk, where we choose neither umask nor folder, or into a bug report.
  ///
  /// One byte, because a limit of zero does not stop a dump to a program like systemd-coredump
  /// ([core(5)](https://man7.org/linux/man-pages/man5/core.5.html)). The hard limit stays, so that
  /// `prlimit --core=unlimited --pid PID` allows a dump. Programs we start inherit this.
  private static func preventDumps() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0, limit.rlim_max > 0 else {
      return
    }
    limit.rlim_cur = 1
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
