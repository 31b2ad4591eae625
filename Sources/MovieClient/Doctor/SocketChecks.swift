import MovieProtocol

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
        "socket", .problem, "\(folder) is not a folder",
        hint: "use another path: --socket PATH or MOVIERPC_SOCKET")
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
