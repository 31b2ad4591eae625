import Glibc

/// Descriptors 0 to 2, which the parent may have closed (`>&-`).
package enum StandardDescriptors {
  /// Otherwise the socket would become descriptor 1, and the result would be sent to the daemon.
  ///
  /// The replacement fails when it is used, as the closed one would have.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // open(2) returns the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Closes the others, below 1024, for a long-running command; call it before opening anything of our own.
  ///
  /// polybar 3.6 passes each script the pipes by which it reads the others. Two scripts that hold each
  /// other's pipes would never notice that the bar is gone.
  package static func closeOthers() {
    for descriptor in STDERR_FILENO + 1..<1024 { close(descriptor) }
  }
}
