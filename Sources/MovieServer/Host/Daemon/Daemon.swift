import EventLoop
import Glibc
import HTTPClient
import Logging
import MovieProtocol
import MovieStore

/// The daemon from its start to its end. The order matters: the locks before the socket, so that a second
/// daemon never takes the first one's place; the socket before the catalogue, so that clients are answered at
/// once.
package struct Daemon {
  package struct Options: Sendable {
    package var socket: String?
    package var configurationFile: String?
    /// Log to `$XDG_STATE_HOME/movierpc/log` instead of standard error.
    package var logsToFile = false
    /// Where to write `ready`, or the error, for the client that started us.
    package var readyDescriptor: CInt?

    package init() {}
  }

  /// Why the daemon did not start, in a sentence for the user.
  package struct StartError: Error, CustomStringConvertible {
    package let description: String
    /// Another daemon already serves this socket: a client that starts one can use it.
    package let isServedAlready: Bool

    init(_ description: String, isServedAlready: Bool = false) {
      self.description = description
      self.isServedAlready = isServedAlready
    }
  }

  let options: Options
  let folders: Folders
  let configuration: Configuration
  let logger: Logger
  let log: LogOutput

  package static let environment: @Sendable (String) -> String? = { name in
    getenv(name).map { String(cString: $0) }
  }

  package init(_ options: Options) throws(StartError) {
    var options = options
    options.configurationFile = (options.configurationFile ?? Self.environment("MOVIERPC_CONFIG")).map(
      AbsolutePath.of)
    self.options = options
    StartTimeout.begin(readyDescriptor: options.readyDescriptor)
    do {
      folders = try Folders(environment: Self.environment)
    } catch {
      throw StartError("\(error)")
    }
    if options.logsToFile { StartTimeout.waits(for: folders.state) }
    // Before the configuration is read, since a mistake there is logged.
    let (log, fault) = Self.log(options, folders)
    self.log = log
    StartTimeout.waits(for: options.configurationFile ?? folders.configurationFile)
    do {
      configuration = try Self.configuration(options, folders)
      let level = configuration.logLevel
      logger = Logger(label: "movierpcd") { _ in LineLogHandler(output: log, level: level) }
      if let fault { logger.warning("logging to standard error: \(fault)") }
    } catch {
      // The program itself writes to standard error.
      if options.logsToFile { log.write(.error, "could not start: \(error)") }
      log.drain(within: .seconds(1))
      throw StartError("\(error)")
    }
  }

  /// The output of `--check-config`: the configuration has no mistake, these are the paths, these are secrets in
  /// the file, and these are libraries that cannot be loaded.
  ///
  ///     configuration: /home/ana/.config/movierpc/config.toml
  ///     data: /home/ana/.local/share/movierpc
  ///     cache: /home/ana/.cache/movierpc
  ///     log: /home/ana/.local/state/movierpc/log
  ///     secret: tmdb.key
  ///     missing: libcurl4 (libcurl.so.4: cannot open shared object file: No such file or directory)
  package static func check(_ options: Options) throws(StartError) -> String {
    do {
      let folders = try Folders(environment: environment)
      var options = options
      options.configurationFile = options.configurationFile ?? environment("MOVIERPC_CONFIG")
      let configuration = try configuration(options, folders)
      return """
        configuration: \(options.configurationFile ?? folders.configurationFile)
        data: \(configuration.dataFolder ?? folders.data)
        cache: \(configuration.cacheFolder ?? folders.cache)
        log: \(LogOutput.path(in: folders.state))

        """ + configuration.secrets.map { "secret: \($0)\n" }.joined()
          + SystemLibraries.missing().map { "missing: \($0.package) (\($0.reason))\n" }.joined()
    } catch {
      throw StartError("\(error)")
    }
  }

  /// If the file cannot be written, the log goes to standard error: no command fails for want of a log.
  /// `movierpc doctor` reports it.
  private static func log(_ options: Options, _ folders: Folders) -> (LogOutput, fault: SystemError?) {
    let usual = LogOutput.standardError(environment: environment)
    guard options.logsToFile else { return (usual, nil) }
    do throws(SystemError) {
      return (try LogOutput.file(in: folders.state), nil)
    } catch {
      return (usual, error)
    }
  }

  /// Defaults, then the file. A file that was named explicitly must exist.
  static func configuration(
    _ options: Options, _ folders: Folders
  ) throws(ConfigurationFile.ReadError) -> Configuration {
    let named = options.configurationFile
    return try ConfigurationFile.read(named ?? folders.configurationFile, isRequired: named != nil)
  }

  /// Runs on the calling thread until a signal or `shutdown` ends it.
  package func run() throws(StartError) {
    defer { log.drain(within: .seconds(1)) }
    BlockedSignals.hold()
    SortFolder.use(configuration.cacheFolder ?? folders.cache)
    do throws(StartError) {
      try serve()
    } catch {
      if options.logsToFile, !error.isServedAlready { logger.error("could not start: \(error)") }
      throw error
    }
  }

  private func serve() throws(StartError) {
    do {
      try ThreadRoom.expect()
    } catch {
      throw StartError("\(error)")
    }
    var instanceLock = try InstanceLock(self)
    // The locks as well: the file must be gone before another daemon may bind its own.
    defer { withExtendedLifetime(instanceLock) { instanceLock.socket.unlinkIfOurs() } }
    // A daemon that stays in its start folder keeps that file system from being unmounted.
    _ = chdir("/")
    do {
      try EventLoop.open()
      let daemon = try LoopActor.assumeIsolated { () throws(UVError) in try RunningDaemon(self, instanceLock)
      }
      BlockedSignals.release()
      EventLoop.run()
      BlockedSignals.hold()
      instanceLock = LoopActor.assumeIsolated { daemon.end() }
    } catch {
      throw StartError("\(error)")
    }
    let left = EventLoop.close()
    if !left.isEmpty { logger.debug("event loop handles left open: \(left.joined(separator: ", "))") }
  }
}
