import Glibc

/// Resets process state that the parent may have changed. Call first: no thread runs yet, and all of this
/// affects the whole process.
package enum ProcessStart {
  package static func prepare() {
    // If a reader of the log or of the client's pipe has gone, only that write fails.
    signal(SIGPIPE, SIG_IGN)
    // Files we make are our user's alone.
    umask(0o077)
    leaveMemoryOutOfDumps()
    // Otherwise a connection would become descriptor 2, and the log be sent to a client. `open` returns the
    // lowest free number.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Keys of upstreams are in memory and in the environment. A core dump would write them to the disk, where
  /// we choose neither umask nor folder, or into a bug report
  /// ([core(5)](https://man7.org/linux/man-pages/man5/core.5.html)). Programs we start inherit this.
  private static func leaveMemoryOutOfDumps() {
    let filter = open("/proc/self/coredump_filter", O_WRONLY | O_CLOEXEC)
    guard filter >= 0 else { return }
    _ = write(filter, "0", 1)
    close(filter)
  }
}
