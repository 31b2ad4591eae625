import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct SearchesMethodsTests {
  private func ask(_ id: Int, _ method: String, _ params: String = "{}") -> String {
    Ask.method(id, method, params)
  }

  private func terms(_ client: LineClient) throws -> [String] {
    let results = try client.call(ask(99, "searches"))["result"]?["results"]?.arrayValue ?? []
    return results.map { "\($0["term"]?.stringValue ?? "") \($0["count"]?.intValue ?? 0)" }
  }

  @Test func kept_result_is_noted_each_time_it_is_given() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    for id in 1...5 { _ = try client.call(Ask.search(id, "dune")) }
    _ = try client.call(Ask.search(6, "alien"))
    // Written in another way, and answered from what is kept.
    _ = try client.call(Ask.search(7, " dune "))
    #expect(try terms(client) == ["dune 6", "alien 1"])
    #expect(await server.see { $0.results.hits } >= 5)
  }

  @Test func failed_search_is_none() async throws {
    let server = await InProcess.make(titles: FailingTitles())
    let client = try await server.connect()
    #expect(try client.call(Ask.search(1, "dune")).kind == "internal_error")
    #expect(try terms(client) == [])
  }

  @Test func followers_are_told() async throws {
    let server = await InProcess.make()
    let (client, other) = (try await server.connect(), try await server.connect())
    let state = try other.call(ask(1, "subscribe", #"{"topics":["searches"]}"#))["result"]?["topics"]?[
      "searches"]
    #expect(state?["data"]?["results"]?.arrayValue?.isEmpty == true)
    _ = try client.call(Ask.search(2, "dune"))
    let event = try other.reply()["params"]
    #expect(event?["topic"] == "searches" && event?["data"]?["results"]?[0]?["term"] == "dune")
    #expect(try client.call(ask(3, "searches.clear"))["result"]?["changed"] == true)
    #expect(try other.reply()["params"]?["data"]?["results"]?.arrayValue?.isEmpty == true)
  }

  @Test func what_was_noted_is_written_before_the_daemon_ends() async throws {
    let folder = try TemporaryFolder()
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    for id in 1...3 { _ = try client.call(Ask.search(id, "dune \(id)")) }
    await server.server.endFeatures()
    await server.server.profiles.end()
    let library = Library(folder: folder.path)
    #expect(
      try await library.history(of: "default", rows: 0..<10).terms.map(\.term) == [
        "dune 3", "dune 2", "dune 1",
      ])
    await library.close()
  }
}
