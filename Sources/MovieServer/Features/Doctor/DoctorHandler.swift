import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `doctor`: see `MovieProtocol/Methods/Doctor.swift`.
@LoopActor
enum DoctorHandler {
  static let handlers = [MethodHandler(DoctorMethod.self, .waiting(findings))]

  private static let lane = BlockingLane("the data folder", threads: 1)
  /// For the first look at the shared folder.
  private static let patience: Duration = .seconds(2)

  private static func findings(_ call: Call) async throws -> Response {
    let server = call.server
    let limit = EventLoop.now + patience
    while server.described.sync?.state == .starting, EventLoop.now < limit {
      try await EventLoop.sleep(for: .milliseconds(20))
    }
    let layers = server.profiles.settings.layers(of: "")
    let machine = MachineCheck(
      layers: layers, environment: ProcessFacts.environment(),
      configurationFile: server.profiles.settings.surroundings.configurationFile)
    let fault = await libraryFault(server)
    var own: [DoctorFinding] = []
    for feature in server.features { own += await feature.findings(for: call) }
    let (upstream, status) = (server.titles.status, server.described)
    let catalogue = status.catalogue
    // To look for a library loads it, with some thirty others, which an idle daemon does without.
    let needsLibraries = upstream.sources.contains { $0.calls > 0 }
    let (libraries, files) = await onDisk(machine, fault, looksForLibraries: needsLibraries)
    let tmdb = upstream.sources.first { $0.name == Upstream.Name.tmdb.rawValue }
    let states: [DoctorFinding?] =
      [
        DoctorFinding("daemon", .ok, .daemonRuns(ProcessFacts.pid, Version.program, Version.wire))
      ] + libraries + [
        server.time.behind.map { StateChecks.clock(behind: Int($0)) },
        StateChecks.profile(
          call.chosen, isLocked: !call.session.isAdmitted(to: call.chosen),
          lacksKey: upstream.lacksTMDBKey),
        NetworkChecks.key(layers.resolved(of: .tmdbKey), tmdb),
      ] + NetworkChecks.findings(upstream, proxy: machine.proxy(isOffline: upstream.network == .offline)) + [
        upstream.cache.shared.map(StateChecks.sharedCache),
        StateChecks.catalogue(catalogue),
      ]
    let sync = status.sync.map(SyncChecks.findings) ?? []
    return .bytes(DoctorFinding.list.encode(states.compactMap(\.self) + own + sync + files, reserving: 8192))
  }

  /// A disk that hangs is a finding as well.
  private static func onDisk(
    _ machine: MachineCheck, _ fault: RPCError?, looksForLibraries: Bool
  ) async -> (libraries: [DoctorFinding], files: [DoctorFinding]) {
    do throws(LaneError) {
      return try await lane.call {
        (looksForLibraries ? machine.libraries : [], machine.files(libraryFault: fault))
      }
    } catch {
      let hangs = RPCError(error)
      return ([], [DoctorFinding("data folder", .problem, hangs.text, hangs.advice)])
    }
  }

  /// Why the library cannot be used.
  private static func libraryFault(_ server: Server) async -> RPCError? {
    do throws(LibraryError) {
      _ = try await server.profiles.library.read { library throws(LibraryError) in
        try await library.knownTime()
      }
      return nil
    } catch {
      return RPCError(reading: error)
    }
  }
}

extension Server {
  /// The state of the features.
  fileprivate var described: DaemonStatus {
    var status = DaemonStatus()
    status.catalogue = titles.catalogue
    for feature in features { feature.describe(in: &status, of: self) }
    return status
  }
}
