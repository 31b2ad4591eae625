#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import MovieProtocol

/// What the client reads from its environment.
package enum Environment {
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static func set(_ name: String, _ value: String) { setenv(name, value, 1) }

  /// Absolute, since the daemon has its own working directory.
  package static func socketPath(
    option: String?, environment: (String) -> String? = variable, uid: UInt32 = getuid()
  ) throws(CommandError) -> String {
    var path = SocketPath.resolve(option: option, environment: environment, uid: uid)
    if !path.hasPrefix("/"), let folder = workingDirectory { path = folder + "/" + path }
    guard path.utf8.count <= SocketPath.maxLength else {
      throw .usage(
        "the socket's path is too long (\(path.utf8.count) bytes): \(path)",
        hint: "use --socket PATH with at most \(SocketPath.maxLength) bytes")
    }
    return path
  }

  /// The log file of a daemon that a client started.
  package static func logPath(environment: (String) -> String? = variable) -> String {
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/movierpc/log" }
    let home = environment("HOME").flatMap { $0.isEmpty ? nil : $0 } ?? "~"
    return home + "/.local/state/movierpc/log"
  }

  /// A path as the daemon, whose working directory differs, needs it.
  package static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = workingDirectory else { return path }
    return folder + "/" + path
  }

  private static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
