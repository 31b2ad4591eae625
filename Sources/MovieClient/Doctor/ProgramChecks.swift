/// Whether programs are installed.
enum ProgramChecks {
  /// - Parameter isRunning: the program then need not be found.
  static func daemon(_ environment: DoctorEnvironment, isRunning: Bool) -> Finding {
    let name = "daemon program"
    if let path = DaemonProgram.find(in: environment.programFolders) { return Finding(name, .ok, "\(path)") }
    return Finding(
      name, isRunning ? .warning : .problem,
      "\(DaemonProgram.name) is neither in movierpc's folder nor in PATH, so it cannot be started",
      hint: "make install installs both in one folder")
  }

  /// The programs that play, fetch and draw.
  static func optional(_ environment: DoctorEnvironment) -> [Finding] {
    let folders = DaemonProgram.pathFolders(environment.variable("PATH"))
    let uses = [
      ("mpv", localized("videos cannot be played")),
      ("yt-dlp", localized("trailers on YouTube cannot be played or downloaded")),
      ("chafa", localized("poster prints paths only")),
    ]
    return uses.map { name, without in
      let path = folders.lazy.map { $0 + "/" + name }.first(where: DaemonProgram.isProgram)
      return Finding(name, .note, path.map { "\($0)" } ?? "not installed; without it \(without)")
    }
  }
}
