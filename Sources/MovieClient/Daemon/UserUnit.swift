import MovieProtocol

/// The daemon as a unit of the user's service manager (contrib/systemd). If it is enabled, clients start it:
/// a daemon started otherwise would run without the unit's restrictions.
package enum UserUnit {
  package static let name = "movierpcd.service"
  /// Where it logs to.
  package static let log = "journalctl --user -u movierpcd"

  /// The path of systemctl; nil: the daemon at this socket is started directly.
  package static func systemctl(
    for socket: String, environment: (String) -> String? = Environment.variable
  ) -> String? {
    guard isUsed(for: socket, environment: environment) else { return nil }
    let folders = DaemonProgram.pathFolders(environment("PATH"))
    return folders.lazy.map { $0 + "/systemctl" }.first(where: FileFacts.isProgram)
  }

  /// It is enabled, its manager runs, and the socket belongs to it.
  package static func isUsed(
    for socket: String, environment: (String) -> String? = Environment.variable
  ) -> Bool {
    guard let runtime = runtimeFolder(of: socket, environment) else { return false }
    return hasManager(runtime) && isEnabled(runtime, environment)
  }

  /// Why the unit cannot be started, although it is enabled and the socket belongs to it.
  package static func obstacle(
    for socket: String, environment: (String) -> String? = Environment.variable
  ) -> String? {
    guard let runtime = runtimeFolder(of: socket, environment), isEnabled(runtime, environment) else {
      return nil
    }
    guard hasManager(runtime) else {
      return localized("systemd --user does not run, \(manager(runtime)) is missing")
    }
    return systemctl(for: socket, environment: environment) == nil
      ? localized("systemctl is not in PATH") : nil
  }

  /// Nil: the socket is not where the unit listens.
  private static func runtimeFolder(of socket: String, _ environment: (String) -> String?) -> String? {
    guard let runtime = XDGFolder.named("XDG_RUNTIME_DIR", environment),
      socket.utf8.elementsEqual((runtime + "/movierpc/socket").utf8)
    else { return nil }
    return runtime
  }

  private static func manager(_ runtime: String) -> String { runtime + "/systemd/private" }

  private static func hasManager(_ runtime: String) -> Bool {
    FileFacts(manager(runtime))?.kind == .socket
  }

  private static func isEnabled(_ runtime: String, _ environment: (String) -> String?) -> Bool {
    folders(runtime, environment).contains { folder in
      links.contains { FileFacts(folder + "/systemd/user/" + $0, followingLinks: false) != nil }
    }
  }

  /// As created by `systemctl --user enable`
  /// ([systemd.unit(5)](https://man7.org/linux/man-pages/man5/systemd.unit.5.html)).
  private static let links = [
    "sockets.target.wants/movierpcd.socket", "default.target.wants/movierpcd.service",
  ]

  private static func folders(_ runtime: String, _ environment: (String) -> String?) -> [String] {
    [Environment.folder("XDG_CONFIG_HOME", "/.config", environment), "/etc", runtime].compactMap(\.self)
  }

  /// For `sh -c`, with the path of systemctl as `$1`. A unit that failed too often is only started again
  /// after this reset; the cause may have been fixed meanwhile.
  static let startScript = """
    "$1" --user reset-failed movierpcd.service movierpcd.socket
    exec "$1" --user start movierpcd.service
    """
}
