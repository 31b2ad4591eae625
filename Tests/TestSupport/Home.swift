import Glibc

/// A user's home with nothing in it, and the client run there; a daemon the client starts ends with it.
package final class Home {
  package let folder: TemporaryFolder
  package var path: String { folder.path }
  /// Where client and daemon find each other in ``environment``.
  package var socket: String { path + "/run/movierpc/socket" }
  package var environment: [String: String]

  package init() throws {
    folder = try TemporaryFolder()
    environment = SpawnedDaemon.environment(folder)
  }

  deinit {
    for pid in ProcessFigures.all(withArgument: socket) { kill(pid, SIGKILL) }
  }

  /// Runs `movierpc` to its end.
  @discardableResult
  package func client(
    _ arguments: [String], input: String? = nil, environment more: [String: String] = [:],
    atMost seconds: Int = 60
  ) throws -> Program.Outcome {
    try start(arguments, input: input, environment: more).wait(atMost: seconds)
  }

  package func start(
    _ arguments: [String], input: String? = nil, environment more: [String: String] = [:],
    descriptors: [CInt: CInt] = [:]
  ) throws -> Program {
    try Program(
      SpawnedDaemon.clientPath, arguments, environment: environment.merging(more) { $1 }, input: input,
      descriptors: descriptors)
  }

  /// The config.toml that a daemon finds here by itself.
  package func configure(_ lines: [String]) throws {
    let place = path + "/.config/movierpc"
    mkdir(path + "/.config", 0o700)
    mkdir(place, 0o700)
    try TemporaryFolder.write(lines.joined(separator: "\n") + "\n", to: place + "/config.toml")
  }
}
