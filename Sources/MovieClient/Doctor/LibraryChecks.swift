import MovieProtocol

/// `library.sqlite` and the files next to it, by name and time: only the daemon reads their content.
enum LibraryChecks {
  private static let name = "library"
  /// A daemon that runs for an hour, or exits normally, has made a copy long before.
  private static let copyIsLate: Duration = .seconds(3 * 86_400)
  /// The daemon also has a limit of 8.
  private static let maxShown = 8

  /// - Parameters:
  ///   - folder: of the data; nil: another finding reports that there is none.
  ///   - fault: the error that the daemon returns for the library.
  static func findings(_ folder: String?, _ fault: CommandError?) -> [Finding] {
    guard let folder else { return [] }
    if let fault { return [Finding(name, fault)] + restored(folder) }
    // Something else stands there: another finding reports it.
    if let facts = FileFacts(folder), facts.kind != .folder { return [] }
    return [present(folder + "/library.sqlite")] + restored(folder)
  }

  private static func present(_ path: String) -> Finding {
    guard let facts = FileFacts(path) else {
      return Finding(name, .ok, "created when the daemon starts for the first time")
    }
    let size = "\(path), \(Quantity.bytes(facts.bytes))"
    let changedAt = max(facts.changedAt, FileFacts(path + "-wal")?.changedAt ?? .distantPast)
    guard let copy = FileFacts(path + ".backup") else {
      return Finding(name, .ok, "\(size); not copied yet")
    }
    let words = localized("\(size); newest copy of \(LocalTime.current.minute(copy.changedAt))")
    guard changedAt - copy.changedAt < copyIsLate else {
      return Finding(
        name, .warning, "\(words); last changed \(LocalTime.current.minute(changedAt))",
        hint: "movierpc daemon restart copies it; the daemon's log has the reason why it is not copied")
    }
    return Finding(name, .ok, "\(words)")
  }

  /// The note that the daemon writes when it replaces the library with a copy.
  private static func restored(_ folder: String) -> [Finding] {
    let reports = FileFacts.names(in: folder, beginning: "library.sqlite.restored-")
    return reports.suffix(maxShown).map { report in
      let words = FileFacts.beginning(of: "\(folder)/\(report)", 2048)
      let stamp = report.dropFirst("library.sqlite.restored-".count).prefix { $0 != "." }
      let damaged = "\(folder)/library.sqlite.damaged-\(stamp)"
      let files =
        (FileFacts(damaged) == nil ? "" : ShellWord.quoted(damaged) + "* ")
        + ShellWord.quoted("\(folder)/\(report)")
      return Finding(
        name, .warning, "\(words.split(whereSeparator: \.isNewline).joined(separator: " "))",
        hint: "check your lists, then rm \(files)")
    }
  }
}

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
    } else if let facts, !facts.isPrivate, case .files(let files) = outcome, files.hasSecrets {
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
}
