import FakeTMDB
import JSONRPC
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct UpstreamConnectionsTests {
  /// Over HTTP/1.1 each request has a connection of its own.
  @Test func as_many_requests_are_under_way_as_the_limit_allows() async throws {
    let fake = try FakeTMDB()
    fake.set(key: FakeTMDB.key)
    // None is answered, so that all that come are there at once.
    fake.set(fault: .hang)
    let limits = ["upstream_at_once = 24", "upstream_burst = 1000", "upstream_rate = 1000", "in_flight = 64"]
    let lines = fake.configuration + ["catalogue.embedded = false"] + limits.map { "limits.\($0)" }
    let server = await InProcess.make(
      try ConfigurationFile.parse(lines.joined(separator: "\n"), path: "config.toml"),
      environment: ["TMDB_API_KEY": FakeTMDB.key])
    let client = try await server.connect()
    for number in 0..<30 {
      try client.send(Ask.method(number, "detail", #"{"key":"movie/\#(FakeCatalogue.firstFilm + number)"}"#))
    }
    await server.until { _ in fake.requests.count { $0.target.contains("/movie/") } >= 24 }
    #expect(fake.requests.count { $0.target.contains("/movie/") } == 24)
  }
}
