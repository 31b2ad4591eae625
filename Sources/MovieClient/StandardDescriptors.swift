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
}
