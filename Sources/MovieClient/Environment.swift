import Glibc
import MovieProtocol

/// The client's environment.
package enum Environment {
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static func set(_ name: String, _ value: String) { setenv(name, value, 1) }

  /// Absolute, since the daemon has its own working directory.
  package static func socketPath(
    option: String?, environment: (String) -> String? = variable, uid: UInt32 = getuid()
  ) throws(CommandError) -> String {
    let path = AbsolutePath.of(SocketPath.resolve(option: option, environment: environment, uid: uid))
    guard path.utf8.count <= SocketPath.maxLength else {
      throw .usage(
        "the socket's path is too long (\(path.utf8.count) bytes): \(path)",
        hint: "use --socket PATH with at most \(SocketPath.maxLength) bytes")
    }
    return path
  }

  /// The log file of a daemon that a client started.
  package static func logPath(environment: (String) -> String? = variable) -> String {
    (folder("XDG_STATE_HOME", "/.local/state", environment) ?? "~/.local/state") + "/movierpc/log"
  }

  /// - Parameter fallback: below the home folder.
  /// - Returns: nil without a home.
  static func folder(
    _ variable: String, _ fallback: String, _ environment: (String) -> String?
  ) -> String? {
    XDGFolder.named(variable, environment) ?? XDGFolder.named("HOME", environment).map { $0 + fallback }
  }
}
