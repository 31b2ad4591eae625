import Glibc

/// An empty home folder, and the client run in it; a daemon that the client starts is stopped with it.
package final class Home {
  package let folder: TemporaryFolder
  package var path: String { folder.path }
  /// The socket that client and daemon both use in ``environment``.
  package var socket: String { path + "/run/movierpc/socket" }
  package var environment: [String: String]

  /// - Parameter isFirstStart: its daemon has to build its catalogue.
  package init(isFirstStart: Bool = false) throws {
    folder = try TemporaryFolder()
    if !isFirstStart { try ReadyCatalogue.link(into: folder) }
    environment = SpawnedDaemon.environment(folder)
  }

  deinit {
    for pid in ProcessFigures.all(withArgument: socket) { kill(pid, SIGKILL) }
  }

  /// Runs `movierpc` to its end.
  @discardableResult
  package func client(
    _ arguments: [String], input: String? = nil, environment more: [String: String] = [:],
    descriptors: [CInt: CInt] = [:]
  ) throws -> Program.Outcome {
    func run() throws -> Program.Outcome {
      try start(arguments, input: input, environment: more, descriptors: descriptors).wait()
    }
    var outcome = try run()
    for _ in 0..<20 where Self.isTooEarly(outcome) { outcome = try run() }
    return outcome
  }

  /// On a busy machine a daemon may take longer than the 10 s for which the client waits. Nothing was sent to it, so
  /// the same command may be run again.
  package static func isTooEarly(_ outcome: Program.Outcome) -> Bool {
    outcome.status == 3 && outcome.errors.contains("it was not ready within 10 s")
  }

  package func start(
    _ arguments: [String], input: String? = nil, environment more: [String: String] = [:],
    descriptors: [CInt: CInt] = [:]
  ) throws -> Program {
    try Program(
      SpawnedDaemon.clientPath, arguments, environment: environment.merging(more) { $1 }, input: input,
      descriptors: descriptors)
  }

  /// The config.toml that a daemon finds here by default.
  package func configure(_ lines: [String]) throws {
    let place = path + "/.config/movierpc"
    mkdir(path + "/.config", 0o700)
    mkdir(place, 0o700)
    try TemporaryFolder.write(lines.joined(separator: "\n") + "\n", to: place + "/config.toml")
  }
}
