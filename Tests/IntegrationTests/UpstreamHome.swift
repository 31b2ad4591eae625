import FakeTMDB
import JSONRPC
import TestSupport

/// A daemon in a home of its own that asks a fake TMDB on this machine.
final class UpstreamHome {
  let fake: FakeTMDB
  let home: TemporaryFolder
  private let configuration: [String]
  private(set) var daemon: SpawnedDaemon

  /// - Parameters:
  ///   - configuration: lines of config.toml beside those with the fake's address.
  ///   - key: in the environment; nil: none.
  init(
    _ configuration: [String] = [], key: String? = FakeTMDB.key, fault: FakeFault? = nil, shell: String? = nil
  ) throws {
    fake = try FakeTMDB()
    fake.set(fault: fault)
    home = try TemporaryFolder()
    self.configuration = fake.configuration + configuration
    environment = key.map { ["TMDB_API_KEY": $0] } ?? [:]
    daemon = try SpawnedDaemon(
      home: home, configuration: self.configuration, environment: environment, shell: shell)
  }

  let environment: [String: String]

  /// The same home, another process.
  func restart() throws {
    try daemon.stop()
    daemon = try SpawnedDaemon(home: home, configuration: configuration, environment: environment)
  }

  func connect() throws -> LineClient { try daemon.connect() }

  /// A client of this daemon, which listens by then: otherwise the client might start another one.
  func client(
    _ arguments: [String], _ more: [String: String] = [:], input: String? = nil,
    descriptors: [CInt: CInt] = [:]
  ) throws -> Program {
    _ = try Wait.forValue("a daemon listens") { try? LineClient(path: daemon.socket) }
    return try Program(
      SpawnedDaemon.clientPath, arguments + ["--no-spawn"],
      environment: SpawnedDaemon.environment(home).merging(more) { $1 }, input: input,
      descriptors: descriptors)
  }

  /// What `status` says of an upstream.
  func source(_ name: String) throws -> JSONValue? {
    let status = try connect().call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
    return status["result"]?["sources"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  /// What the daemon asks for by itself at its start has come.
  func untilWarm() throws {
    try Wait.until("the daemon has asked for its first rows") {
      self.fake.count("/3/movie/now_playing") > 0
    }
  }
}

extension LineClient {
  func search(_ q: String, _ more: String = "", id: Int = 1) throws -> JSONValue {
    try call(
      #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":{"q":"\#(q)"\#(more.isEmpty ? "" : "," + more)}}"#
    )
  }

  func ask(_ method: String, _ params: String) throws -> JSONValue {
    try call(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
  }
}

extension JSONValue {
  var hint: String? { self["error"]?["data"]?["hint"]?.stringValue }
}
