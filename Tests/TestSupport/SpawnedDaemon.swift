import Glibc
import JSONRPC

/// The built daemon in a home of its own.
package final class SpawnedDaemon {
  package let home: TemporaryFolder
  package let program: Program
  package let socket: String

  /// - Parameter configuration: lines of config.toml.
  package init(
    home: TemporaryFolder? = nil, configuration: [String] = [], arguments: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    let home = try home ?? TemporaryFolder()
    self.home = home
    socket = home.path + "/run/movierpc/socket"
    let file = home.path + "/config.toml"
    try TemporaryFolder.write(configuration.joined(separator: "\n") + "\n", to: file)
    program = try Program(
      Self.path, ["--config", file] + arguments,
      environment: Self.environment(home).merging(environment) { $1 })
  }

  package static func environment(_ home: TemporaryFolder) -> [String: String] {
    ["HOME": home.path, "XDG_RUNTIME_DIR": home.path + "/run", "LANG": "C.UTF-8"]
  }

  /// The daemon beside the running tests.
  package static var path: String { Self.folder + "/movierpcd" }
  package static var clientPath: String { Self.folder + "/movierpc" }

  private static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, length)], as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// A connection, as soon as the daemon takes one.
  package func connect(patience: Int = 20) throws -> LineClient {
    for _ in 0..<2000 {
      if let client = try? LineClient(path: socket, patience: patience) { return client }
      if program.hasEnded { throw Program.Fault(description: "the daemon ended: \(program.errors)") }
      usleep(5000)
    }
    throw Program.Fault(description: "the daemon does not listen: \(program.errors)")
  }

  @discardableResult
  package func stop() throws -> Program.Outcome {
    program.signal(SIGTERM)
    return try program.wait()
  }
}
