/// Files and folders the daemon reads and writes.
enum FileChecks {
  /// - Parameter socket: the socket of the daemon whose log it is.
  static func log(_ socket: String, _ environment: DoctorEnvironment) -> Finding {
    guard !UserUnit.isUsed(for: socket, environment: environment.variable) else {
      return Finding("log", .ok, "\(UserUnit.log): systemd starts the daemon")
    }
    let path = Environment.logPath(environment: environment.variable)
    let without = localized("a daemon started by a client runs without a log")
    guard let facts = FileFacts(path) else {
      guard FileFacts.canMake(path) else {
        let above = FileFacts.existingFolder(above: path)
        return Finding(
          "log", .warning, "\(path) cannot be created: \(above) is not writable for you; \(without)",
          hint: "chown \(above), or set XDG_STATE_HOME")
      }
      return Finding("log", .ok, "\(path), when a client starts the daemon; not there yet")
    }
    guard facts.kind == .file, FileFacts.isWritable(path) else {
      return Finding(
        "log", .warning, "\(path) cannot be written; \(without)", hint: "chmod u+w \(ShellWord.quoted(path))")
    }
    return Finding("log", .ok, "\(path), \(Quantity.bytes(facts.bytes))")
  }

  /// - Parameter path: as reported by the daemon or the environment.
  static func folder(_ name: String, _ path: String?, _ environment: DoctorEnvironment) -> Finding {
    guard let path else { return homeless(name) }
    guard let facts = FileFacts(path) else {
      let above = FileFacts.existingFolder(above: path)
      return FileFacts.canMake(path)
        ? Finding(name, .ok, "\(path) does not exist yet; the daemon creates it")
        : Finding(
          name, .problem, "\(path) cannot be created: \(above) is not writable for you",
          hint:
            "chown \(above), or set folders.\(name == "cache folder" ? "cache" : "data") in config.toml"
        )
    }
    guard facts.kind == .folder else {
      let setting = name == "cache folder" ? "folders.cache" : "folders.data"
      return Finding(
        name, .problem, "\(path) is not a folder",
        hint: "move it away, or set \(setting) in config.toml; then movierpc daemon restart")
    }
    guard FileFacts.isWritable(path) else {
      return Finding(
        name, .problem,
        name == "data folder"
          ? "\(path) cannot be written: your lists are shown, but cannot be changed"
          : "\(path) cannot be written",
        hint: "make it yours (chown), with mode 700")
    }
    guard facts.owner == environment.uid else {
      return Finding(
        name, .warning, "\(path) belongs to user \(facts.owner), not to you",
        hint: "chown -R \(environment.uid) \(ShellWord.quoted(path))")
    }
    return Finding(name, .ok, "\(path)")
  }

  static func homeless(_ name: String) -> Finding {
    Finding(
      name, .warning, "HOME is not set; the daemon uses your account's home", hint: "export HOME=/home/YOU")
  }
}
