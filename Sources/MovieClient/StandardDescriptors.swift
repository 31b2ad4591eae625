#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Descriptors 0 to 2, which a host may have closed (`>&-`).
package enum StandardDescriptors {
  /// Without this the socket would become descriptor 1, and the result be sent to the daemon.
  ///
  /// What stands in fails when it is used, as the closed one would have.
  package static func fill() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Closes the others, below 1024, for a command that lives long; before anything of our own is opened.
  ///
  /// polybar 3.6 hands each script the pipes by which it reads the others. Two scripts that hold each other's would never
  /// see that the bar has gone.
  package static func closeOthers() {
    for descriptor in STDERR_FILENO + 1..<1024 { close(descriptor) }
  }
}
