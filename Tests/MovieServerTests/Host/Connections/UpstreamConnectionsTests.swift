import FakeTMDB
import JSONRPC
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct UpstreamConnectionsTests {
  /// Over HTTP/1.1 each request has a connection of its own.
  @Test func as_many_requests_are_under_way_as_the_limit_allows() async throws {
    // None of the answers ends, so that all that come are there at once.
    let media = try MediaServer { _ in
      var answer = MediaServer.Answer(MediaFile(size: 100_000))
      answer.contentType = "application/json"
      answer.hang = 10
      return answer
    }
    let limits = ["upstream_at_once = 24", "upstream_burst = 1000", "upstream_rate = 1000", "in_flight = 64"]
    let lines =
      ["tmdb.base_url = \"\(media.address)/3\"", "catalogue.embedded = false"]
      + limits.map { "limits.\($0)" }
    let server = await InProcess.make(
      try ConfigurationFile.parse(lines.joined(separator: "\n"), path: "config.toml"),
      environment: ["TMDB_API_KEY": FakeTMDB.key])
    let client = try await server.connect()
    for number in 1...30 { try client.send(Ask.method(number, "detail", #"{"key":"movie/\#(number)"}"#)) }
    await server.until { _ in media.maxOpen >= 24 }
    #expect(media.maxOpen == 24)
  }
}
