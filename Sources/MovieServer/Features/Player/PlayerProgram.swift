import MovieProtocol

/// How mpv is started: its arguments and its environment. A value without I/O.
struct PlayerProgram: Equatable {
  /// Where its window opens.
  struct Display: Equatable, Sendable {
    var wayland: String?
    var x11: String?

    /// `wayland-0`, `/run/user/1000/wayland-0`, `:0`, `host:0.0`
    static func isName(_ text: String) -> Bool {
      (1...255).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy {
          $0.isASCII
            && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "_.:/-".unicodeScalars.contains($0))
        }
    }
  }

  let arguments: [String]
  /// `NAME=value`
  let environment: [String]
  /// In which it runs; nil: it is the daemon's child.
  let unit: PlayerUnit?

  /// - Parameters:
  ///   - command: the program and its arguments, from the configuration.
  ///   - environment: the daemon's own.
  ///   - unit: where the daemon is a systemd unit. A hardened one forbids what mpv's LuaJIT needs, also to its
  ///     children, so mpv is started as a unit of its own.
  init(_ command: [String], _ environment: [String: String], _ display: Display?, unit: PlayerUnit?) {
    self.unit = unit
    var environment = environment
    var shown: [String: String] = [:]
    shown["WAYLAND_DISPLAY"] = display?.wayland
    shown["DISPLAY"] = display?.x11
    // The daemon's own display variables may belong to another session.
    if let display, display.wayland == nil { environment["WAYLAND_DISPLAY"] = nil }
    environment.merge(shown) { $1 }
    // Other programs must not see our keys.
    for setting in Setting.all where setting.isSecret {
      if let variable = setting.variable { environment[variable] = nil }
    }
    self.environment = environment.map { "\($0)=\($1)" }.sorted()
    // Commands arrive on standard input, which is a socket;
    // https://mpv.io/manual/stable/#options-input-ipc-client
    let own = [
      "--no-terminal", "--idle=once", "--input-ipc-client=fd://0", "--force-window=no", "--keep-open=no",
    ]
    let words = command + own
    let passed = shown.sorted { $0.key < $1.key }.map { "--setenv=\($0.key)=\($0.value)" }
    arguments = unit.map { $0.starting + passed + ["--"] + words } ?? words
  }

  /// Whether the daemon is the main process of a unit: `SYSTEMD_EXEC_PID` names that process, and its
  /// children inherit it.
  static func isService(_ environment: [String: String], pid: Int32) -> Bool {
    environment["SYSTEMD_EXEC_PID"] == String(pid)
  }
}
