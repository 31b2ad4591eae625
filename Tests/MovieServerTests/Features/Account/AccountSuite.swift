import FakeTMDB
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// Tests of `account.*` over real HTTP.
protocol AccountSuite {
  var fake: FakeTMDB { get }
}

extension AccountSuite {
  static func makeFake() throws -> FakeTMDB {
    let fake = try FakeTMDB()
    fake.set(key: FakeTMDB.key)
    return fake
  }

  /// - Parameters:
  ///   - shared: a folder that other servers share, with the library's own.
  func server(
    library: Library = Library(folder: nil), shared: (folder: String, data: String)? = nil,
    _ change: @Sendable (inout ProfileAccount.Pace) -> Void = { _ in }
  ) async throws -> InProcess {
    let lines =
      fake.configuration + ["catalogue.embedded = false"]
      + (shared.map { ["sync.folder = \"\($0.folder)\""] } ?? [])
    let server = await InProcess.make(
      try ConfigurationFile.parse(lines.joined(separator: "\n"), path: "config.toml"), library: library,
      environment: ["TMDB_API_KEY": FakeTMDB.key], data: shared?.data)
    await server.see {
      $0.accounts.pace.approval = .milliseconds(1)
      // By itself it compares only where a test wants that.
      $0.accounts.pace.afterChange = .seconds(3600)
      $0.accounts.pace.afterMerge = .seconds(3600)
      change(&$0.accounts.pace)
    }
    return server
  }

  func film(_ number: Int) -> String { "movie/\(FakeCatalogue.firstFilm + number)" }

  /// Asks again where TMDB has answered too late, as on a busy machine. That takes as long as it may take to be
  /// connected.
  private func ask(_ client: LineClient, _ method: String, _ params: String = "{}") throws -> JSONValue {
    while true {
      let begun = Clock.milliseconds
      let reply = try client.ask(method, params)
      let isLate = reply.kind == "upstream_unavailable" && Clock.milliseconds - begun >= 4000
      guard isLate, !Task.isCancelled else { return reply }
    }
  }

  func add(_ client: LineClient, _ key: String, _ list: String = "watchlist") throws {
    let reply = try ask(client, "\(list).add", #"{"key":"\#(key)"}"#)
    #expect(reply["result"]?["changed"] == true)
  }

  func keys(_ client: LineClient, _ list: String = "watchlist") throws -> [String] {
    let reply = try client.ask(list, #"{"page_size":100}"#)
    return (reply["result"]?["results"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
  }

  @discardableResult
  func connect(_ client: LineClient) throws -> JSONValue {
    let link = try ask(client, "account.connect")
    #expect(
      link["result"]?["link"]?.stringValue?.hasPrefix("https://www.themoviedb.org/authenticate/") == true)
    let status = try client.ask("account.status", #"{"wait":true,"timeout_ms":120000}"#)
    #expect(status["result"]?["state"] == "connected", "\(status)")
    return status["result"] ?? .null
  }

  /// Compares, and agrees if there is a question.
  @discardableResult
  func sync(_ client: LineClient) throws -> JSONValue {
    let reply = try ask(client, "account.sync")["result"] ?? .null
    guard reply["question"]?.isNull == false, let plan = reply["plan"]?.stringValue else { return reply }
    return try ask(client, "account.sync", #"{"consent":"\#(plan)"}"#)["result"] ?? .null
  }

  func journal(_ client: LineClient) throws -> [JSONValue] {
    try client.ask("account.journal", #"{"page_size":100}"#)["result"]?["results"]?.arrayValue ?? []
  }

  var atTMDB: [String] {
    fake.account.watchlist.map { "\($0.isFilm ? "movie" : "tv")/\($0.id)" }
  }
}
