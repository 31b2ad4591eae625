import Glibc
import JSONRPC
import MovieProtocol

/// The running daemon, queried but never started.
struct DaemonCheck {
  private(set) var findings: [Finding] = []
  private(set) var isRunning = false
  /// The data folder, if the daemon's settings report it.
  private(set) var dataFolder: String?
  private(set) var cacheFolder: String?
  /// Why it cannot use the library.
  private(set) var libraryFault: CommandError?

  /// A daemon that takes longer has another problem.
  private static let patience: Duration = .seconds(3)

  /// - Parameters:
  ///   - program: what the daemon's program says of its configuration.
  ///   - usual: the library's location if no daemon reports one.
  init(
    path: String, _ environment: DoctorEnvironment, _ program: DaemonFiles.Outcome?,
    dataFolder usual: String?, _ deadline: Deadline
  ) {
    let deadline = deadline.within(Self.patience)
    do throws(CommandError) {
      guard let connection = try Connection.open(path: path, deadline) else {
        findings = [
          Self.unreachable(path, usual)
            ?? Self.absent(path, canStart: ProgramChecks.canStart(environment, program)),
          KeyCheck.withoutDaemon(environment),
          ProxyCheck.finding(nil, environment, isOffline: false), Self.catalogueWithoutDaemon(environment),
        ].compactMap(\.self)
        return
      }
      isRunning = true
      var caller = RPCClient(connection, deadline)
      let status = try Self.status(&caller, deadline)
      // Older daemons have no settings to report.
      let told = try? caller.json("settings")
      let settings = told?["settings"]
      dataFolder = JSONView.named("folders.data", in: told)?.text(\.value)
      cacheFolder = JSONView.named("folders.cache", in: told)?.text(\.value)
      libraryFault = Self.libraryFault(&caller)
      let profile = ActiveProfile(try? caller.json("profiles"), settings: told)
      findings =
        [
          Self.versions(status), Self.clock(status), profile.map(Self.profile),
          KeyCheck.finding(status.sources.first { $0.name == "tmdb" }, settings, environment),
        ].compactMap(\.self) + NetworkChecks.findings(status, settings, environment)
        + [
          SharedCacheCheck.finding(status), Self.catalogue(status, lacksZlib: Self.lacksZlib(program)),
          AccountCheck.finding(&caller),
        ].compactMap(\.self) + SyncCheck.findings(status)
    } catch {
      guard error.status == .timedOut else {
        findings.append(Finding("daemon", error))
        return
      }
      let pid = LockHolder(lock: path + SocketStamp.lockSuffix).map { " (pid \($0.pid))" } ?? ""
      findings.append(
        Finding(
          "daemon", .problem, "movierpcd\(pid) does not answer",
          hint: "it hangs: movierpc daemon restart, and see its log"))
    }
  }

  /// A daemon that has just started has not looked at the shared folder yet.
  private static func status(
    _ caller: inout RPCClient, _ deadline: Deadline
  ) throws(CommandError) -> JSONView<DaemonStatus> {
    let limit = deadline.within(.seconds(2))
    var status = JSONView<DaemonStatus>(try caller.json("status"))
    while status.sync?.state == .starting, !limit.hasPassed {
      usleep(20_000)
      status = JSONView(try caller.json("status"))
    }
    return status
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

  /// Any request that uses the library reports it; older daemons have none.
  private static func libraryFault(_ caller: inout RPCClient) -> CommandError? {
    var params = MethodParams("watchlist")
    params.add("page_size", "1")
    do throws(CommandError) {
      _ = try caller.result(params)
      return nil
    } catch {
      return error.kind == "storage_error" ? error : nil
    }
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
        hint: "remove it: rm \(ShellWord.quoted(path))")
    }
    return Finding(
      "daemon", .warning, "not running; an earlier daemon crashed and left its socket",
      hint: "nothing to do: the next daemon replaces it. The log may have the reason")
  }

  private static func versions(_ status: JSONView<DaemonStatus>) -> Finding {
    let (version, wire) = (status.version ?? "?", status.wire ?? 0)
    let message = localized("running, pid \(status.pid ?? 0), version \(version), protocol \(wire)")
    let mine = localized("this client has version \(Version.program), protocol \(Version.wire)")
    guard wire == Version.wire else {
      return Finding(
        "daemon", .problem, "\(message); \(mine)",
        hint: "install the same version of both, then movierpc daemon restart")
    }
    guard version == Version.program else {
      return Finding("daemon", .warning, "\(message); \(mine)", hint: "movierpc daemon restart")
    }
    return Finding("daemon", .ok, "\(message)")
  }

  /// The profile in which commands start.
  private static func profile(_ profile: ActiveProfile) -> Finding {
    let name = "profile"
    if profile.isLocked {
      return Finding(
        name, .note, "\(profile.words): commands prompt for its PIN, bars show nothing",
        hint: "movierpc profiles unlock \(ShellWord.quoted(profile.name))")
    }
    guard profile.ageLimit != nil else { return Finding(name, .ok, "\(profile.words)") }
    let back = localized("to leave it: movierpc profiles select default --default")
    guard profile.lacksKey else { return Finding(name, .note, "\(profile.words)", hint: "\(back)") }
    return Finding(
      name, .warning,
      "\(profile.words): every title is hidden, because certificates need a TMDB key",
      hint: "movierpc --profile default settings set tmdb.key; \(back)")
  }

  private static func lacksZlib(_ program: DaemonFiles.Outcome?) -> Bool {
    if case .files(let files) = program { files.missing.contains { $0.package == "zlib1g" } } else { false }
  }

  private static func clock(_ status: JSONView<DaemonStatus>) -> Finding? {
    status.clockBehind.map { behind in
      Finding(
        "clock", .problem, "this machine's clock is \(Quantity.milliseconds(behind)) behind; date shows it",
        hint: "sudo timedatectl set-ntp true, or set it; if it is right, movierpc sync reset")
    }
  }

  private static func catalogue(_ status: JSONView<DaemonStatus>, lacksZlib: Bool) -> Finding {
    let (name, catalogue) = ("catalogue", status.catalogue)
    let facts = CataloguePage.facts(catalogue)
    if catalogue.titles ?? 0 == 0, catalogue.text(\.state) != "opening" {
      return Finding(
        name, .warning, "empty: without a network and a key no titles are found",
        hint: lacksZlib ? "see libz above" : "\(withoutTitles)")
    }
    if catalogue.importsLost == true {
      return Finding(
        name, .warning, "\(facts)", hint: "movierpc catalogue import FILE, or movierpc catalogue update")
    }
    guard catalogue.updateReason == .failed else { return Finding(name, .ok, "\(facts)") }
    return Finding(
      name, .warning, "\(facts)", hint: "movierpc catalogue update tries it now and says why it fails")
  }

  private static var withoutTitles: String {
    #if WITHOUT_FACTS
      localized("this build has no facts about titles: movierpc settings set tmdb.key")
    #else
      localized("catalogue.embedded = true in config.toml, then movierpc daemon restart")
    #endif
  }

  private static func catalogueWithoutDaemon(_ environment: DoctorEnvironment) -> Finding {
    let path = environment.cacheFolder.map { $0 + "/catalogue.index" }
    guard let path, let facts = FileFacts(path) else {
      return Finding("catalogue", .ok, "created when the daemon starts for the first time")
    }
    return Finding("catalogue", .ok, "\(path), \(Quantity.bytes(facts.bytes))")
  }
}
