import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct HomeMethodTests {
  private func home(_ client: LineClient, _ params: String = "{}") throws -> JSONValue {
    try #require(
      try client.call(Ask.method(1, "home", params))["result"])
  }

  private func withoutHero(_ home: JSONValue) -> [JSONMember] {
    (home.objectValue ?? []).filter { $0.name != "hero" }
  }

  @Test func hero_is_drawn_anew_for_each_reply_and_the_rows_are_kept() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    let first = try home(client)
    var heroes: Set<String> = []
    // 20 heroes: that 200 draws give one of them only would be a miracle.
    for _ in 0..<200 {
      let next = try home(client)
      #expect(withoutHero(next) == withoutHero(first))
      heroes.insert(next["hero"]?["key"]?.stringValue ?? "")
    }
    #expect(heroes.count > 1)
    let trending = try client.ask("browse", #"{"list":"trending"}"#)
    let keys = trending["result"]?["results"]?.arrayValue?.compactMap { $0["key"]?.stringValue }
    #expect(heroes.isSubset(of: keys ?? []))
    #expect(await server.see { $0.results.misses } == 2)
  }

  @Test func seed_chooses_the_hero() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    var heroes: Set<String> = []
    for seed in [0, 1, 2, 3, -1, 9_007_199_254_740_991, -9_007_199_254_740_991] {
      let first = try home(client, #"{"seed":\#(seed)}"#)
      #expect(try home(client, #"{"seed":\#(seed)}"#) == first)
      heroes.insert(first["hero"]?["key"]?.stringValue ?? "")
    }
    #expect(heroes.count > 1)
  }

  @Test func home_stays_within_what_every_reader_takes() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    try client.send(Ask.method(1, "home"))
    let line = try #require(try client.line())
    #expect(line.utf8.count < 65_536)
  }

  @Test func without_titles_there_is_neither_hero_nor_row() async throws {
    let (server, _) = await InProcess.holding()
    let client = try await server.connect()
    let empty = try home(client)
    #expect(empty["hero"] == .null)
    #expect(empty["rows"]?.arrayValue?.isEmpty == true)
    #expect(empty["meta"]?["source"] == "catalogue")
  }
}
