import JSONRPC
import MovieProtocol

/// The running daemon, queried but never started.
struct DaemonCheck {
  private(set) var findings: [Finding] = []
  private(set) var isRunning = false

  /// One that does not answer `ping` in this time hangs.
  private static let patience: Duration = .seconds(3)
  /// It waits for disks, and for its first look at a shared folder.
  private static let doctorPatience: Duration = .seconds(15)

  /// - Parameters:
  ///   - program: what the daemon's program has found.
  ///   - canStart: there is such a program.
  init(
    path: String, _ environment: DoctorEnvironment, _ program: DaemonFiles.Outcome?, canStart: Bool,
    _ deadline: Deadline
  ) {
    let files: DaemonFiles? = if case .checked(let files) = program { files } else { nil }
    func add(_ told: [JSONValue]) {
      findings += told.map { Self.finding($0, path, environment) }
    }
    do throws(CommandError) {
      guard let connection = try Connection.open(path: path, deadline.within(Self.patience)) else {
        let isBroken = if case .broken = program { true } else { false }
        findings = [
          Self.unreachable(path, files?.data ?? environment.dataFolder)
            ?? Self.absent(path, canStart: canStart && !isBroken)
        ]
        add(files?.findings ?? [])
        return
      }
      isRunning = true
      var caller = RPCClient(connection, deadline.within(Self.patience))
      _ = try caller.result("ping")
      caller = RPCClient(caller.connection, deadline.within(Self.doctorPatience))
      let told = try caller.json("doctor")["findings"]?.arrayValue ?? []
      // The program has looked for all libraries, the daemon only for those that it needs.
      add((files?.findings ?? []).filter(Self.isLibrary) + told.filter { !Self.isLibrary($0) })
    } catch {
      findings = [Self.fault(error, path)]
      add(files?.findings ?? [])
    }
  }

  private static func isLibrary(_ finding: JSONValue) -> Bool {
    ["libcurl", "libz"].contains(finding["name"]?.stringValue)
  }

  /// - Parameter told: by the daemon, which does not know this program's version and environment.
  private static func finding(
    _ told: JSONValue, _ path: String, _ environment: DoctorEnvironment
  ) -> Finding {
    let finding = Finding(told)
    switch told["text"]?["id"]?.stringValue {
    case Message.daemonRuns.id: return versions(finding, told["text"]?["args"] ?? .null)
    // A daemon reads it once, when it starts.
    case Message.keyMissing.id where environment["TMDB_API_KEY"] != nil:
      return Finding(
        finding.name, .warning, "\(finding.message)",
        hint: "TMDB_API_KEY is set here, but not in the daemon's environment: movierpc daemon restart")
    default:
      guard finding.name == "log", UserUnit.isUsed(for: path, environment: environment.variable) else {
        return finding
      }
      return Finding(finding.name, .ok, "\(UserUnit.log): systemd starts the daemon")
    }
  }

  private static func versions(_ running: Finding, _ daemon: JSONValue) -> Finding {
    let mine = localized("this client has version \(Version.program), protocol \(Version.wire)")
    guard daemon["protocol"]?.intValue == Version.wire else {
      return Finding(
        running.name, .problem, "\(running.message); \(mine)",
        hint: "install the same version of both, then movierpc daemon restart")
    }
    guard daemon["version"]?.stringValue == Version.program else {
      return Finding(
        running.name, .warning, "\(running.message); \(mine)", hint: "movierpc daemon restart")
    }
    return running
  }

  private static func fault(_ error: CommandError, _ path: String) -> Finding {
    if error.kind == RPCError.Kind.methodNotFound.name || error.status == .usage {
      return Finding(
        "daemon", .problem, "an earlier version runs, which finds no problems itself",
        hint: "movierpc daemon restart")
    }
    guard error.status == .timedOut else { return Finding("daemon", error) }
    let pid = LockHolder(lock: path + SocketStamp.lockSuffix).map { " (pid \($0.pid))" } ?? ""
    return Finding(
      "daemon", .problem, "movierpcd\(pid) does not answer",
      hint: "it hangs: movierpc daemon restart, and see its log")
  }

  /// A daemon that runs and holds the library, but does not listen where commands connect.
  private static func unreachable(_ path: String, _ dataFolder: String?) -> Finding? {
    let locks = [path + SocketStamp.lockSuffix] + (dataFolder.map { [$0 + "/lock"] } ?? [])
    guard let holder = locks.lazy.compactMap(LockHolder.init(lock:)).first else { return nil }
    let name = "movierpcd (pid \(holder.pid))"
    guard !holder.socket.utf8.elementsEqual(path.utf8) else {
      return Finding(
        "daemon", .problem, "\(name) runs, but its socket \(path) is gone: clients cannot connect",
        hint: "movierpc daemon restart")
    }
    let other = ShellWord.quoted(holder.socket)
    return Finding(
      "daemon", .problem, "\(name) uses the library and listens at \(holder.socket), not at \(path)",
      hint: "stop it: movierpc --socket \(other) daemon stop; or use it: MOVIERPC_SOCKET=\(other)")
  }

  private static func absent(_ path: String, canStart: Bool) -> Finding {
    guard let facts = FileFacts(path, followingLinks: false) else {
      return canStart
        ? Finding("daemon", .ok, "not running; commands start it")
        : Finding("daemon", .note, "not running, and it cannot be started: see daemon program")
    }
    guard facts.kind == .socket else {
      return Finding(
        "daemon", .problem, "\(path) is not a socket, so the daemon cannot listen there",
        hint: "use another path: --socket PATH or MOVIERPC_SOCKET")
    }
    return Finding(
      "daemon", .warning, "not running; an earlier daemon crashed and left its socket",
      hint: "nothing to do: the next daemon replaces it. The log may have the reason")
  }
}
