#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Puts the daemon in this process's place, in the foreground: for service managers and for looking at its
/// log.
package enum DaemonRun {
  /// Returns only when that fails.
  package static func replaceProcess(_ arguments: [String]) throws(Failure) {
    let program = try DaemonProgram.find()
    _ = LibC.withArguments([program] + arguments) { execv(program, $0) }
    throw .unreachable("\(program) cannot be started: \(LibC.message(errno))")
  }
}
