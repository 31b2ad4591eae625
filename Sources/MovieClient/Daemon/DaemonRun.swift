import Glibc

/// Replaces this process with the daemon, in the foreground: for service managers and for reading its log.
package enum DaemonRun {
  /// Returns only when that fails.
  package static func replaceProcess(_ arguments: [String]) throws(CommandError) {
    let program = try DaemonProgram.find()
    _ = LibC.withArguments([program] + arguments) { execv(program, $0) }
    throw .unreachable("\(program) cannot be started: \(LibC.message(errno))")
  }
}
