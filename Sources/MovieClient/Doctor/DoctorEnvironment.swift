import Glibc

/// The environment that the doctor checks: the client's own, or one made up by a test.
package struct DoctorEnvironment: Sendable {
  package var variable: @Sendable (String) -> String?
  package var uid: UInt32
  /// `--socket`
  package var socketOption: String?
  /// The folders searched for the daemon's program, in order.
  package var programFolders: [String]

  package init(
    variable: @escaping @Sendable (String) -> String? = Environment.variable, uid: UInt32 = getuid(),
    socketOption: String? = nil, programFolders: [String]? = nil
  ) {
    self.variable = variable
    self.uid = uid
    self.socketOption = socketOption
    self.programFolders = programFolders ?? DaemonProgram.folders
  }

  /// Nil also for an empty variable.
  subscript(name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }

  var choosesSocket: Bool { socketOption != nil || self["MOVIERPC_SOCKET"] != nil }

  private func folder(_ name: String, _ fallback: String) -> String? {
    Environment.folder(name, fallback, variable).map { $0 + "/movierpc" }
  }

  var configurationFile: String? {
    self["MOVIERPC_CONFIG"] ?? folder("XDG_CONFIG_HOME", "/.config").map { $0 + "/config.toml" }
  }

  var dataFolder: String? { folder("XDG_DATA_HOME", "/.local/share") }
  var cacheFolder: String? { folder("XDG_CACHE_HOME", "/.cache") }
}
