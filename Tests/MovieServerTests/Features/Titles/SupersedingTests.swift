import EventLoop
import FakeTMDB
import Foundation
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Requests that newer ones of their name replace, and how long they wait for them.
@Suite(.timeLimit(.minutes(20))) struct SupersedingTests {
  @Test(arguments: MethodTable.all.filter(\.isAboutTitles).map(\.name))
  func newer_request_of_any_method_ends_the_older_one(_ name: String) async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    let method = try #require(MethodTable.method(named: name))
    var params = method.example.objectValue ?? []
    params.append(JSONMember("supersedes", "pane"))
    // Twice: the second time its result may be cached.
    for id in name == "search" ? [2] : [2, 4] {
      try client.send(Ask.search(1, "held \(id)", #""supersedes":"pane","debounce_ms":0"#))
      await titles.untilAsked(id / 2)
      try client.send(Ask.method(id, name, JSONValue.object(params).text()))
      #expect(try client.reply().endedBy == "newer")
      if name == "search" {
        await titles.untilAsked(2)
        await titles.releaseAll()
      }
      #expect(try client.reply().id == id)
    }
    await titles.releaseAll()
  }

  @Test func request_about_no_title_takes_no_such_name() async throws {
    let client = try await InProcess.make(titles: NoTitles()).connect()
    #expect(try client.ask("watchlist", #"{"supersedes":"pane"}"#).kind == "invalid_params")
  }

  @Test func search_that_asks_nobody_does_not_wait() async throws {
    let titles = HeldTitles()
    var configuration = Configuration()
    configuration[.debounce] = .integer(2000)
    let server = await InProcess.make(configuration, titles: titles)
    let client = try await server.connect()
    try client.send(
      Ask.search(1, "typed", #""supersedes":"box""#) + "\n" + Ask.search(2, "later", #""debounce_ms":500"#))
    await titles.untilAsked(1)
    #expect(await titles.asked.first == "typed")
    await titles.untilAsked(2)
    await titles.releaseAll()
  }

  @Test func search_that_asks_tmdb_waits_and_one_that_is_known_does_not() async throws {
    let fake = try FakeTMDB()
    fake.set(key: FakeTMDB.key)
    let lines = fake.configuration + ["catalogue.embedded = false", "debounce_ms = 2000"]
    let server = await InProcess.make(
      try ConfigurationFile.parse(lines.joined(separator: "\n"), path: "config.toml"),
      environment: ["TMDB_API_KEY": FakeTMDB.key])
    let client = try await server.connect()
    func asked() -> [String] {
      fake.requests.map(\.target).filter { $0.contains("/search/") }.map { target in
        String(target.components(separatedBy: "query=").last?.prefix { $0 != "&" } ?? "")
      }
    }
    try client.send(Ask.search(1, "Amber", #""supersedes":"box""#) + "\n" + Ask.search(2, "harbour"))
    #expect(Set([try client.reply().id, try client.reply().id]) == [1, 2])
    // However many pages each has.
    #expect(asked().first == "harbour" && asked().last == "amber")
    let count = asked().count { $0 == "amber" }
    // However it is typed, it is the same request, whose answer is here.
    try client.send(
      Ask.search(3, "  aMBer", #""supersedes":"box","page_size":7"#) + "\n"
        + Ask.search(4, "lighthouse", #""debounce_ms":400"#))
    let known = try client.reply()
    #expect(known.id == 3 && known["result"]?["meta"]?["cache"] == "hit")
    #expect(asked().count { $0 == "amber" } == count)
    #expect(try client.reply().id == 4)
  }
}
