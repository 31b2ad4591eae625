import Glibc
package import JSONRPC
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

/// The display on which this program's windows would open, so that the player opens there as well.
package enum OwnDisplay {
  /// `display` of `player.play`; nil if there is none, as on a console.
  package static func json(
    _ environment: (String) -> String? = Environment.variable
  ) -> JSONValue? {
    let members = [("wayland", "WAYLAND_DISPLAY"), ("x11", "DISPLAY")].compactMap { name, variable in
      environment(variable).flatMap { $0.isEmpty ? nil : JSONMember(name, .string($0)) }
    }
    return members.isEmpty ? nil : .object(members)
  }
}

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
