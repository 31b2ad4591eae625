/// Programs that are there or not.
enum ProgramChecks {
  /// - Parameter isRunning: then nobody needs to find it.
  static func daemon(_ surroundings: Surroundings, isRunning: Bool) -> Finding {
    let name = "daemon program"
    if let path = DaemonProgram.find(in: surroundings.programFolders) { return Finding(name, .ok, path) }
    return Finding(
      name, isRunning ? .warning : .problem,
      "\(DaemonProgram.name) is neither beside movierpc nor in PATH, so it cannot be started",
      hint: "make install puts both in one place")
  }

  /// What pictures are drawn with, and what later versions play and fetch with.
  static func optional(_ surroundings: Surroundings) -> [Finding] {
    let folders = DaemonProgram.pathFolders(surroundings.environment("PATH"))
    return ["mpv", "yt-dlp", "chafa"].map { name in
      let path = folders.lazy.map { $0 + "/" + name }.first(where: DaemonProgram.isProgram)
      let without = name == "chafa" ? "poster prints paths only" : "this version does not need it"
      return Finding(name, .note, path ?? "not installed; \(without)")
    }
  }
}
