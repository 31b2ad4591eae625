import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// An import of which upstream cannot be asked for a while.
@Suite struct ImportWaitTests {
  private let folder: TemporaryFolder
  private let request: String

  init() throws {
    folder = try TemporaryFolder()
    let rows = (1...40).map { ",Film \($0),\n" }.joined()
    try TemporaryFolder.write("Date,Name,Year\n" + rows, to: folder.path + "/file")
    request =
      #"{"jsonrpc":"2.0","id":1,"method":"library.import","params":{"file":"\#(folder.path)/file","format":"letterboxd"}}"#
  }

  private func server(_ titles: AwayTitles, waitMilliseconds: Int = 600_000) async -> InProcess {
    var configuration = Configuration()
    configuration.limits.importWaitMilliseconds = waitMilliseconds
    // A busy machine may answer after more than the usual time.
    configuration.limits.drainMilliseconds = 600_000
    return await InProcess.make(configuration, titles: titles)
  }

  @Test func rows_that_could_not_be_asked_wait_and_are_tried_again() async throws {
    let titles = AwayTitles()
    let server = await server(titles)
    let (client, other) = (try await server.connect(), try await server.connect())
    try client.send(request)
    #expect(await server.until { $0.tasks.all.first?.waiting == 40 })
    let state = try other.call(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#)["result"]
    #expect(
      state?["topics"]?["server"]?["data"]?["tasks"]?.text()
        == #"[{"name":"library.import","done":0,"total":40,"waiting":40}]"#)
    // It is tried while it is away.
    #expect(await server.until { _ in titles.asked.values.contains { $0 > 1 } })
    await server.see { _ in titles.reason = nil }
    let result = try client.reply()["result"]
    #expect(result?["added"]?.intValue == 40 && result?["unmatched_total"]?.intValue == 0)
  }

  @Test func what_upstream_is_not_back_for_in_time_is_told() async throws {
    let client = try await server(AwayTitles(), waitMilliseconds: 1).connect()
    let result = try client.call(request)["result"]
    #expect(result?["added"]?.intValue == 0 && result?["unmatched_total"]?.intValue == 40)
    #expect(result?["unmatched"]?[39]?["kind"] == "unavailable")
    #expect(result?["unmatched"]?[39]?["message"] == "TMDB is away")
  }

  @Test(arguments: [Meta.Reason.noKey, .keyRefused]) func key_that_is_missing_or_wrong_is_not_waited_for(
    _ reason: Meta.Reason
  ) async throws {
    let titles = AwayTitles()
    let server = await server(titles)
    await server.see { _ in titles.reason = reason }
    let result = try await server.connect().call(request)["result"]
    #expect(result?["unmatched_total"]?.intValue == 40)
    #expect(await server.see { _ in titles.asked.values.allSatisfy { $0 == 1 } })
  }

  @Test func daemon_that_ends_waits_no_longer() async throws {
    let server = await server(AwayTitles())
    let client = try await server.connect()
    try client.send(request)
    #expect(await server.until { $0.tasks.all.first?.waiting == 40 })
    await server.see { $0.stop() }
    #expect(try client.reply().kind == "overloaded")
    #expect(await server.until { $0.tasks.all.isEmpty })
  }

  /// The daemon waits longer for a change than for a client that does not read.
  @Test func change_under_way_when_the_drain_ends_is_answered() async throws {
    let (server, titles) = await InProcess.holding { $0.drainMilliseconds = 1 }
    let client = try await server.connect()
    try client.send(request)
    await titles.untilAsked(1)
    await server.see {
      $0.changeTimeout = .seconds(600)
      $0.stop()
    }
    try await pause()
    await titles.releaseAll()
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.line() == nil)
  }

  /// Longer than a client has that does not read.
  @LoopActor private func pause() async throws { try await EventLoop.sleep(for: .milliseconds(400)) }
}
