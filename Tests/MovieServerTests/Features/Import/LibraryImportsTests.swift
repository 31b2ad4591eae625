import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// An import is followed and cancelled.
@Suite struct LibraryImportsTests {
  private let folder: TemporaryFolder
  private let request: String

  init() throws {
    folder = try TemporaryFolder()
    try TemporaryFolder.write("Date,Name,Year\n,One,\n,Two,\n,Three,\n", to: folder.path + "/file")
    request = Ask.method(
      1, "library.import", #"{"file":"\#(folder.path)/file","format":"letterboxd"}"#)
  }

  @Test func import_is_cancelled_from_any_connection_and_nothing_is_imported() async throws {
    let (server, titles) = await InProcess.holding()
    let (client, other) = (try await server.connect(), try await server.connect())
    #expect(try other.call(Ask.method(1, "library.import.cancel", "{}"))["result"]?["changed"] == false)
    try client.send(request)
    await titles.untilAsked(3)
    // A retry says how to follow or cancel it.
    let retry = try other.call(request)
    #expect(retry.kind == "conflict")
    let data = retry["error"]?["data"]
    #expect(data?["hint"] == "follow its progress on the topic server, or cancel it")
    #expect(data?["remedy"]?["method"] == "library.import.cancel")
    #expect(try other.call(Ask.method(2, "library.undo", "{}")).kind == "conflict")
    #expect(try other.call(Ask.method(3, "library.import.cancel", "{}"))["result"]?["changed"] == true)
    // These titles do not hear that they are not wanted any longer.
    await titles.releaseAll()
    let reply = try client.reply()
    #expect(reply.kind == "cancelled" && reply["error"]?["data"]?["by"] == "cancel")
    #expect(await server.see { $0.profiles.initial.lists.isEmpty && $0.tasks.all.isEmpty })
    #expect(try other.call(Ask.method(4, "library.import.cancel", "{}"))["result"]?["changed"] == false)
    #expect(try other.call(Ask.method(5, "library.pending", "{}"))["result"]?["total_results"] == 0)
  }

  @Test func cancel_in_the_same_write_finds_the_import() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(request + "\n" + Ask.method(2, "library.import.cancel", "{}"))
    let cancelled = try client.reply()
    #expect(cancelled.id == 2 && cancelled["result"]?["changed"] == true)
    await titles.releaseAll()
    #expect(try client.reply().kind == "cancelled")
  }

  /// It waits for upstream, and hears of it there.
  @Test func import_that_waits_for_upstream_is_cancelled() async throws {
    var configuration = Configuration()
    configuration.limits.importWaitMilliseconds = 600_000
    let server = await InProcess.make(configuration, titles: AwayTitles())
    let client = try await server.connect()
    try client.send(request)
    #expect(await server.until { $0.tasks.all.first?.waiting == 3 })
    // On its own connection, where later changes wait for it.
    try client.send(Ask.method(2, "library.import.cancel", "{}"))
    let replies = [try client.reply(), try client.reply()]
    #expect(Set(replies.map(\.id)) == [1, 2])
    #expect(replies.first { $0.id == 1 }?.kind == "cancelled")
  }
}
