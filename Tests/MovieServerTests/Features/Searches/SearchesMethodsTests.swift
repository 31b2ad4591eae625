import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct SearchesMethodsTests {
  private func terms(_ client: LineClient) throws -> [String] {
    let results = try client.ask("searches")["result"]?["results"]?.arrayValue ?? []
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
