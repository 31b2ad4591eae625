import MovieProtocol

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
          hint: "install what it names; if that is a newer glibc, build movierpc on this system")
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
        hint: "install libcurl: libcurl4 on Debian, libcurl on Fedora, curl on Arch")
    case "zlib1g":
      return Finding(
        name, .problem, "the built-in catalogue cannot be unpacked without it: \(missing.reason)",
        hint: "install libz: zlib1g on Debian, zlib-ng-compat on Fedora, zlib on Arch")
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

/// Where client and daemon meet: the folder and its content.
enum SocketChecks {
  static func findings(_ path: String, _ environment: DoctorEnvironment) -> [Finding] {
    [runtimeFolder(environment), folder(path, environment)].compactMap(\.self)
  }

  /// XDG_RUNTIME_DIR, if nothing else determines the socket.
  private static func runtimeFolder(_ environment: DoctorEnvironment) -> Finding? {
    let name = "runtime folder"
    guard !environment.choosesSocket else { return nil }
    guard let folder = environment["XDG_RUNTIME_DIR"] else {
      let usual = "/run/user/\(environment.uid)"
      return SocketPath.isOwnedFolder(usual, environment.uid)
        ? Finding(name, .ok, "XDG_RUNTIME_DIR is not set; \(usual) is used")
        : Finding(
          name, .warning, "XDG_RUNTIME_DIR is not set and there is no \(usual), so the socket is in /tmp",
          hint: "log in by PAM and systemd-logind, or set MOVIERPC_SOCKET")
    }
    guard folder.hasPrefix("/") else {
      return Finding(
        name, .warning, "XDG_RUNTIME_DIR is not an absolute path and is ignored: \(folder)",
        hint: "unset it, or set it to /run/user/\(environment.uid)")
    }
    guard let facts = FileFacts(folder) else {
      return FileFacts.canMake(folder)
        ? Finding(name, .ok, "\(folder) does not exist yet; the daemon creates it")
        : Finding(
          name, .problem, "XDG_RUNTIME_DIR names \(folder), which does not exist and cannot be created",
          hint: "unset it, or create the folder with mode 700")
    }
    guard facts.kind == .folder, facts.owner == environment.uid || FileFacts.isWritable(folder) else {
      return Finding(
        name, .problem, "XDG_RUNTIME_DIR names \(folder), which is not yours (after su or sudo?)",
        hint: "unset XDG_RUNTIME_DIR, or set it to /run/user/\(environment.uid)")
    }
    return Finding(name, .ok, "\(folder)")
  }

  private static func folder(_ path: String, _ environment: DoctorEnvironment) -> Finding {
    let folder = FileFacts.folder(of: path)
    guard let facts = FileFacts(folder, followingLinks: false) else {
      let above = FileFacts.existingFolder(above: path)
      return FileFacts.canMake(path)
        ? Finding("socket", .ok, "\(path); the daemon creates its folder")
        : Finding(
          "socket", .problem, "\(path) cannot be created: \(above) is not writable for you",
          hint: "use another path: --socket PATH or MOVIERPC_SOCKET")
    }
    // A folder chosen by the user may be shared, like /tmp: the socket itself has mode 600.
    let isChosen = environment.choosesSocket
    guard facts.kind == .folder || isChosen else {
      return Finding(
        "socket", .problem, "\(folder) is not a folder", hint: "remove it: rm \(ShellWord.quoted(folder))")
    }
    guard facts.owner == environment.uid || isChosen else {
      return Finding(
        "socket", .problem, "\(folder) belongs to user \(facts.owner), not to you",
        hint: "use another path: --socket PATH or MOVIERPC_SOCKET")
    }
    guard facts.isPrivate else {
      return Finding(
        "socket", .warning, "\(path); other users can look into its folder",
        hint: isChosen
          ? "use a folder of your own, with mode 700" : "chmod 700 \(ShellWord.quoted(folder))")
    }
    return Finding("socket", .ok, "\(path); other users cannot enter its folder")
  }
}
