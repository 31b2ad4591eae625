import Glibc

/// A redis-server or valkey-server of its own, with its files in a folder of its own. It ends with this
/// object. Its test uses it from one thread at a time.
package final class RedisServer: @unchecked Sendable {
  private static let program = Program.find(orNil: "redis-server") ?? Program.find(orNil: "valkey-server")
  private static let tool = Program.find(orNil: "redis-cli") ?? Program.find(orNil: "valkey-cli")

  /// In CI it has to be installed: its tests fail without it.
  package static var isExpected: Bool { program != nil && tool != nil || getenv("CI") != nil }
  /// For tests that are skipped.
  package static let isMissing = "redis-server is not installed"

  package let folder: TemporaryFolder
  /// 0: it listens at the Unix domain socket only.
  package let port: Int
  /// 0: it has no TLS.
  package let tlsPort: Int
  private let lines: [String]
  private let password: String?
  private var process: Program?

  package var socket: String { folder.path + "/redis" }
  package var url: String { "unix://" + socket }

  /// - Parameter lines: of its configuration.
  package init(port: Int = 0, tlsPort: Int = 0, password: String? = nil, _ lines: [String] = []) throws {
    folder = try TemporaryFolder()
    (self.port, self.tlsPort) = (port, tlsPort)
    self.password = password
    self.lines = lines + (password.map { ["requirepass \($0)"] } ?? [])
    try start()
  }

  /// With TLS.
  ///
  /// - Parameter certificate: one of those that ``Certificates`` has made in `certificates`.
  package convenience init(
    certificate: String, in certificates: TemporaryFolder, password: String? = nil,
    _ lines: [String] = ["tls-auth-clients no"]
  ) throws {
    let (files, tlsPort) = ("\(certificates.path)/\(certificate)", ClosedPort().free())
    try self.init(
      tlsPort: tlsPort, password: password,
      [
        "tls-port \(tlsPort)", "tls-cert-file \(files).pem", "tls-key-file \(files).key",
        "tls-ca-cert-file \(certificates.path)/ca.pem",
      ] + lines)
  }

  package func start() throws {
    guard let program = Self.program else { throw Program.Fault(description: Self.isMissing) }
    let configuration =
      [
        "port \(port)", "bind 127.0.0.1", "unixsocket \(socket)", "dir \(folder.path)", "save \"\"",
        "appendonly no", "daemonize no",
      ] + lines
    let file = folder.path + "/redis.conf"
    try TemporaryFolder.write(configuration.joined(separator: "\n") + "\n", to: file)
    unlink(socket)
    let process = try Program(program, [file])
    self.process = process
    try Wait.until("\(program) answers") {
      guard !process.hasEnded else { throw Program.Fault(description: "it ended: \(process.output)") }
      return try self.reply("PING").contains("PONG")
    }
  }

  /// Stops it without a word.
  package func kill() throws {
    process?.signal(SIGKILL)
    try process?.wait()
    process = nil
  }

  package func pause() { process?.signal(SIGSTOP) }
  package func resume() { process?.signal(SIGCONT) }

  /// What redis-cli prints for a command.
  @discardableResult
  package func reply(_ words: String...) throws -> String { try reply(words: words) }

  @discardableResult
  package func reply(words: [String]) throws -> String {
    guard let tool = Self.tool else { throw Program.Fault(description: Self.isMissing) }
    let key = password.map { ["--no-auth-warning", "-a", $0] } ?? []
    return try Program.run(tool, ["-s", socket] + key + words).output
  }

  /// Its keys.
  package func keys() throws -> [String] {
    try reply("--scan").split(separator: "\n").map(String.init).sorted()
  }
}
