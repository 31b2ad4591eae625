import Glibc
import JSONRPC

/// The built daemon in its own home folder.
package final class SpawnedDaemon {
  package let home: TemporaryFolder
  package let program: Program
  package let socket: String

  /// A line of config.toml for tests without a fake TMDB: no server listens there.
  package static let withoutTMDB = "tmdb.base_url = \"http://127.0.0.1:1/3\""

  /// config.toml.
  package let configurationFile: String

  /// - Parameters:
  ///   - configuration: lines of config.toml.
  ///   - shell: commands that run before it in the same process, for limits and for the process's own number.
  ///   - isFirstStart: it has to build its catalogue.
  ///   - socket: where it listens; default: the path it finds itself.
  package init(
    home: TemporaryFolder? = nil, configuration: [String] = [], arguments: [String] = [],
    environment: [String: String] = [:], socket: String? = nil, shell: String? = nil,
    descriptors: [CInt: CInt] = [:], isFirstStart: Bool = false
  ) throws {
    let home = try home ?? TemporaryFolder()
    if !isFirstStart { try ReadyCatalogue.link(into: home) }
    self.home = home
    self.socket = socket ?? home.path + "/run/movierpc/socket"
    configurationFile = home.path + "/config.toml"
    try TemporaryFolder.write(configuration.joined(separator: "\n") + "\n", to: configurationFile)
    var words =
      [Self.path, "--config", configurationFile] + (socket.map { ["--socket", $0] } ?? []) + arguments
    if let shell { words = ["/bin/sh", "-c", shell + "; exec \"$0\" \"$@\""] + words }
    program = try Program(
      words[0], Array(words.dropFirst()), environment: Self.environment(home).merging(environment) { $1 },
      descriptors: descriptors)
  }

  /// Waits until its log on standard error contains `text`; returns the log.
  @discardableResult
  package func log(holding text: String) throws -> String {
    try Wait.until("the log holds \"\(text)\", it is: \(program.errors)") { program.errors.contains(text) }
    return program.errors
  }

  package static func environment(_ home: TemporaryFolder) -> [String: String] {
    [
      "HOME": home.path, "XDG_RUNTIME_DIR": home.path + "/run", "LANG": "C.UTF-8",
      "PATH": ProgramPath.withoutDownloader,
    ]
  }

  /// The daemon next to the running tests.
  package static var path: String { Self.folder + "/movierpcd" }
  package static var clientPath: String { Self.folder + "/movierpc" }

  static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer[..<max(0, length)], as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// A connection, as soon as the daemon accepts one.
  package func connect(patience: Int = 240) throws -> LineClient {
    try Wait.forValue("the daemon listens at \(socket)") {
      if program.hasEnded { throw Program.Fault(description: "the daemon ended: \(program.errors)") }
      return try? LineClient(path: socket, patience: patience)
    }
  }

  /// The outcome of a daemon that ends by itself.
  package func outcome() throws -> Program.Outcome { try program.wait() }

  @discardableResult
  package func stop() throws -> Program.Outcome {
    program.signal(SIGTERM)
    return try program.wait()
  }
}
