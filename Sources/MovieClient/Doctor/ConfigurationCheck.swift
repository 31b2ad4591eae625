/// config.toml, as the daemon's program reads it.
struct ConfigurationCheck {
  let finding: Finding
  /// What the program says; nil: it cannot be asked.
  let outcome: DaemonFiles.Outcome?

  private static let name = "configuration"

  init(_ environment: DoctorEnvironment) {
    let program = DaemonProgram.find(in: environment.programFolders)
    outcome = program.flatMap { DaemonFiles.read($0) }
    guard let path = environment.configurationFile else {
      finding = FileChecks.homeless(Self.name)
      return
    }
    let facts = FileFacts(path)
    if let facts, facts.kind != .file || !FileFacts.isReadable(path) {
      finding = Finding(
        Self.name, .problem, "\(path) cannot be read", hint: "chmod u+r \(ShellWord.quoted(path))")
    } else if case .fault(let words) = outcome {
      finding = Finding(
        Self.name, .problem, "\(words)",
        hint: "fix it: the daemon cannot start with it, and a running daemon keeps its old values")
    } else if let facts, !facts.isPrivate, Self.hasKey(path) {
      finding = Finding(
        Self.name, .warning, "other users can read \(path), which contains a key",
        hint: "chmod 600 \(ShellWord.quoted(path))")
    } else {
      finding = Finding(Self.name, .ok, facts == nil ? "there is no \(path); it is optional" : "\(path)")
    }
  }

  /// The files it names, if it has no errors.
  var files: DaemonFiles? {
    if case .files(let files) = outcome { files } else { nil }
  }

  /// `tmdb.key = "..."`, or `key` in the table `[tmdb]`, or `tmdb = { key = "..." }`; likewise for YouTube. And
  /// the address of a shared cache may have a password.
  private static func hasKey(_ path: String) -> Bool {
    var table = ""
    for line in FileFacts.beginning(of: path, 65_536).split(separator: "\n") {
      let text = line.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      if text.hasPrefix("[") {
        table = text.drop { $0 == "[" }.prefix { $0 != "]" } + "."
        continue
      }
      let name = table + text
      let isKey = ["tmdb", "youtube"].contains { source in
        name.hasPrefix("\(source).key=") || name.hasPrefix("\(source)={") && name.contains("key=")
      }
      let isPassword = name.hasPrefix("cache.shared=") || name.hasPrefix("cache={")
      if isKey || isPassword && name.contains("@") { return true }
    }
    return false
  }
}
