import EventLoop
import Glibc
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The daemon while it runs: the server, and the signals it receives.
@LoopActor
final class RunningDaemon {
  private let daemon: Daemon
  private let server: Server
  private let notifier: ServiceNotifier
  private let keeper: SocketKeeper
  private var signals: [SignalSource] = []
  private let copying = LoopTimer()
  private let logger: Logger
  /// One after the other, so that the last reading counts.
  private let configurationLane = BlockingLane("the configuration folder", threads: 1)

  init(_ daemon: Daemon, _ instanceLock: InstanceLock) throws(UVError) {
    self.daemon = daemon
    logger = daemon.logger
    let configuration = daemon.configuration
    let folders = daemon.folders
    let cacheFolder = configuration.cacheFolder ?? folders.cache
    let upstreams = Upstreams(
      configuration.limits, folder: cacheFolder, imageFolder: cacheFolder + "/images",
      userAgent: "movierpc/\(Version.program)", logger: logger)
    let dataFolder = configuration.dataFolder ?? folders.data
    let library = Library(folder: dataFolder) { [logger] notice in
      logger.log(level: Self.level(of: notice), "\(notice)")
    }
    let profiles = Profiles(
      library: library, configuration: configuration,
      surroundings: SettingsEnvironment(
        environment: Daemon.environment, data: folders.data, cache: folders.cache,
        configurationFile: daemon.options.configurationFile ?? folders.configurationFile),
      logger: logger)
    let local = LocalSource(
      LocalSource.open(folder: cacheFolder, embedded: configuration.hasEmbeddedCatalogue, logger: logger),
      own: LibraryTitles(profiles))
    local.onImport = { [profiles] in profiles.invalidateCaches() }
    let titles = SourceChain(local: local, upstream: upstreams)
    server = Server(
      configuration: configuration, titles: titles, upstreams: upstreams, profiles: profiles,
      downloads: dataFolder + "/downloads", data: dataFolder, exports: cacheFolder + "/exports",
      logger: logger)
    server.maxOpen = DescriptorLimit.raise(for: configuration.limits.connections)
    notifier = ServiceNotifier(environment: Daemon.environment)
    keeper = try SocketKeeper(instanceLock, server)
    // Changes that a disk holds up may still be under way.
    server.onStopped = { [server, log = daemon.log] in
      BlockingLane.end()
      EndOfProcess.begin(within: max(.milliseconds(500), server.lastMoment - EventLoop.now), log)
      LoopTask.start {
        // A slow disk has that much time, one that hangs has not.
        if await !profiles.library.responds(within: .seconds(1)) {
          EndOfProcess.begin(within: .zero, log)
        }
      }
      LoopTask.start {
        await server.downloads.end()
        // A cache on a disk that hangs must not keep the library from being closed.
        let caches = LoopTask.start {
          await server.catalogueUpdates.end()
          await upstreams.close()
        }
        await profiles.writeSearches()
        await server.sync?.end(by: server.endsAt)
        await profiles.end()
        EndOfProcess.begin(within: .seconds(1), log)
        // Our own end would end what ends it.
        await PlayerConnection.killed()
        await caches.value
        // Last: the catalogue is built with the lowest priority, and nothing of the user's waits for that.
        await local.end()
        EventLoop.stop()
      }
    }
    server.onStopping = { [notifier, keeper] in
      keeper.close()
      notifier.notify("STOPPING=1")
      // New clients find no daemon; connected ones are told that this one ends.
      keeper.instanceLock.socket.unlinkIfOurs()
    }
    keeper.begin()
    for signal in [SIGTERM, SIGINT] {
      signals.append(try SignalSource(signal) { [server] in server.stop() })
    }
    signals.append(try SignalSource(SIGHUP) { [weak self] in self?.reload() })
    // While the threads just checked for are available: libuv ends the process if it cannot start one.
    LoopTask.start { await EventLoop.offload {} }
    LoopTask.start { [server] in
      await profiles.ready()
      try? await server.time.look()
      await titles.warm(FetchOptions(profiles.initial.settings, day: server.day))
    }
    // The library decides when a copy is due; an idle hour costs only this check.
    copying.start(after: .seconds(600), repeating: .seconds(3600)) { [server] in
      server.renewal.begin()
      server.sync?.tidyWithoutFolder()
      LoopTask.start { await library.backUpIfDue() }
    }
    if !instanceLock.canWriteData, Daemon.environment("NOTIFY_SOCKET") != nil {
      logger.warning(
        "the unit may not write to the data folder: run systemctl --user edit movierpcd and add",
        metadata: ["ReadWritePaths": "\(dataFolder)"])
    }
    notifier.notify("READY=1")
    StartTimeout.end()
    ReadyPipeWriter.report("ready", to: daemon.options.readyDescriptor)
    logger.info(
      "movierpcd \(Version.program) listens",
      metadata: [
        "socket": "\(instanceLock.socket.path)", "pid": "\(getpid())", "instance": "\(server.instance)",
      ])
  }

  /// A file with a mistake changes nothing: the old configuration stays in force, and the log names the line.
  private func reload() {
    guard !server.isStopping else { return }
    notifier.notify("RELOADING=1\nMONOTONIC_USEC=\(HighResolutionInstant.now.nanoseconds / 1000)")
    LoopTask.start {
      do {
        let configuration = try await self.configurationLane.call {
          [options = self.daemon.options, folders = self.daemon.folders] in
          Result { () throws(ConfigurationFile.ReadError) in try Daemon.configuration(options, folders) }
        }.get()
        self.server.use(configuration)
        self.server.maxOpen = DescriptorLimit.raise(for: configuration.limits.connections)
        self.logger.notice("configuration reloaded")
      } catch {
        self.logger.error("configuration not reloaded: \(error)")
      }
      self.notifier.notify("READY=1")
    }
  }

  nonisolated private static func level(of notice: LibraryNotice) -> Logger.Level {
    switch notice.code {
    case .restored: .error
    case .notCopied, .readOnly: .warning
    default: .notice
    }
  }

  /// - Returns: the locks and the socket, which are released last.
  func end() -> InstanceLock {
    copying.close()
    for signal in signals {
      signal.close()
      BlockedSignals.ignore()
    }
    notifier.stop()
    logger.info("movierpcd has ended")
    return keeper.instanceLock
  }
}
