/// Whether programs are installed.
enum ProgramChecks {
  /// The daemon's program and the libraries that it loads.
  ///
  /// - Parameters:
  ///   - outcome: of its check.
  ///   - isRunning: the program then need not be found.
  static func daemon(
    _ environment: DoctorEnvironment, _ outcome: DaemonFiles.Outcome?, isRunning: Bool
  ) -> [Finding] {
    let name = "daemon program"
    guard let path = DaemonProgram.find(in: environment.programFolders) else {
      return [
        Finding(
          name, isRunning ? .warning : .problem,
          "\(DaemonProgram.name) is neither in movierpc's folder nor in PATH, so it cannot be started",
          hint: "make install installs both in one folder")
      ]
    }
    switch outcome {
    case .broken(let words):
      return [
        Finding(
          name, .problem, "\(path) cannot be started: \(words)",
          hint: "install what it names: sudo apt install libuv1 libsqlite3-0")
      ]
    case .files(let files): return [Finding(name, .ok, "\(path)")] + files.missing.map(library)
    case .fault, nil: return [Finding(name, .ok, "\(path)")]
    }
  }

  private static func library(_ missing: DaemonFiles.Missing) -> Finding {
    let name = ["libcurl4": "libcurl", "zlib1g": "libz"][missing.package] ?? missing.package
    switch missing.package {
    case "libcurl4":
      return Finding(
        name, .problem, "nothing can be fetched without it: \(missing.reason)",
        hint: "sudo apt install libcurl4")
    case "zlib1g":
      return Finding(
        name, .problem, "the built-in catalogue cannot be unpacked without it: \(missing.reason)",
        hint: "sudo apt install zlib1g")
    default: return Finding(name, .problem, "\(missing.reason)")
    }
  }

  /// Whether a daemon could be started.
  static func canStart(_ environment: DoctorEnvironment, _ outcome: DaemonFiles.Outcome?) -> Bool {
    if case .broken = outcome { return false }
    return DaemonProgram.find(in: environment.programFolders) != nil
  }

  /// The programs that play, fetch and draw.
  static func optional(_ environment: DoctorEnvironment) -> [Finding] {
    let folders = DaemonProgram.pathFolders(environment.variable("PATH"))
    let uses = [
      ("mpv", localized("videos cannot be played")),
      ("yt-dlp", localized("trailers on YouTube cannot be found, played or downloaded")),
      ("chafa", localized("poster prints paths only")),
    ]
    return uses.map { name, without in
      let path = folders.lazy.map { $0 + "/" + name }.first(where: DaemonProgram.isProgram)
      return Finding(name, .note, path.map { "\($0)" } ?? "not installed; without it \(without)")
    }
  }
}
