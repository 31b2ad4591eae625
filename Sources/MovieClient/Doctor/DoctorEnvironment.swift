#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The environment that the doctor checks: the client's own, or one made up by a test.
package struct DoctorEnvironment: Sendable {
  package var environment: @Sendable (String) -> String?
  package var uid: UInt32
  /// `--socket`
  package var socketOption: String?
  /// The folders searched for the daemon's program, in order.
  package var programFolders: [String]

  package init(
    environment: @escaping @Sendable (String) -> String? = Environment.variable, uid: UInt32 = getuid(),
    socketOption: String? = nil, programFolders: [String]? = nil
  ) {
    self.environment = environment
    self.uid = uid
    self.socketOption = socketOption
    self.programFolders = programFolders ?? DaemonProgram.folders
  }

  /// By the [XDG base directory specification](https://specifications.freedesktop.org/basedir-spec/latest/),
  /// which says to ignore relative paths; nil without a home.
  func folder(_ variable: String, _ fallback: String) -> String? {
    if let path = environment(variable), path.hasPrefix("/") { return path + "/movierpc" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + fallback + "/movierpc"
  }

  var configurationFile: String? {
    if let path = environment("MOVIERPC_CONFIG"), !path.isEmpty { return path }
    return folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/config.toml" }
  }

  var dataFolder: String? { folder("XDG_DATA_HOME", "/.local/share") }
  var cacheFolder: String? { folder("XDG_CACHE_HOME", "/.cache") }
}
