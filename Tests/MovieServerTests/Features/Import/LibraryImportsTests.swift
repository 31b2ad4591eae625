import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// An import is followed, cancelled and undone.
@Suite struct LibraryImportsTests {
  private let folder: TemporaryFolder
  private let request: String

  init() throws {
    folder = try TemporaryFolder()
    try TemporaryFolder.write("Date,Name,Year\n,One,\n,Two,\n,Three,\n", to: folder.path + "/file")
    request = Ask.method(
      1, "library.import", #"{"file":"\#(folder.path)/file","format":"letterboxd"}"#)
  }

  private func counts(_ reply: JSONValue) -> [Int?] {
    ["added", "updated", "unchanged"].map { reply["result"]?[$0]?.intValue }
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

  @Test func import_is_undone_and_what_was_changed_since_is_told() async throws {
    let rows = (1...3).map {
      #"{"kind":"watchlist","key":"movie/\#($0)","title":{"key":"movie/\#($0)","title":"Film \#($0)"}}"#
    }
    try TemporaryFolder.write(
      (rows + [#"{"kind":"settings","name":"page_size","value":7}"#]).joined(separator: "\n"),
      to: folder.path + "/file")
    let server = await InProcess.make(titles: NoTitles())
    let (client, other) = (try await server.connect(), try await server.connect())
    #expect(try client.call(Ask.method(1, "library.undo", "{}")).kind == "not_found")
    let take = request.replacing("letterboxd", with: "movierpc")
    let imported = try client.call(take)
    #expect(counts(imported) == [4, 0, 0])
    _ = try client.call(Ask.method(2, "watchlist.update", #"{"key":"movie/2","note":"mine"}"#))
    _ = try other.call(Ask.method(3, "subscribe", #"{"topics":["library"]}"#))
    let change = try #require(imported["result"]?["change"]?.intValue)
    #expect(try client.call(Ask.method(4, "library.undo", #"{"id":\#(change + 1)}"#)).kind == "not_found")
    let undone = try client.call(Ask.method(5, "library.undo", #"{"id":\#(change)}"#))["result"]
    #expect(
      undone?.text()
        == #"{"changed":true,"version":6,"undone":3,"kept":[{"list":"watchlist","key":"movie/2","title":"Film 2"}],"kept_total":1}"#
    )
    #expect(try other.reply()["params"]?["rev"]?.intValue == 6)
    let settings = try client.call(Ask.method(6, "settings", "{}"))["result"]?["settings"]
    #expect(settings?["page_size"]?["value"] == 20)
    #expect(await server.see { $0.profiles.initial.lists.watchlist == 1 })
    #expect(try client.call(Ask.method(7, "library.undo", "{}")).kind == "not_found")
  }

  @Test func profile_with_an_age_limit_is_not_told_names() async throws {
    try TemporaryFolder.write(
      #"{"kind":"watchlist","key":"movie/1","title":{"key":"movie/1","title":"Film 1"}}"#,
      to: folder.path + "/file")
    let server = await InProcess.make(titles: NoTitles())
    let client = try await server.connect()
    _ = try client.call(Ask.method(1, "profiles.create", #"{"name":"kids"}"#))
    _ = try client.call(Ask.method(2, "profiles.select", #"{"name":"kids"}"#))
    _ = try client.call(request.replacing("letterboxd", with: "movierpc"))
    _ = try client.call(Ask.method(3, "watchlist.update", #"{"key":"movie/1","note":"mine"}"#))
    _ = try client.call(Ask.method(4, "profiles.update", #"{"name":"kids","age_limit":6}"#))
    let undone = try client.call(Ask.method(5, "library.undo", "{}"))["result"]
    #expect(undone?["kept_total"] == 1 && undone?["kept"]?[0]?["title"]?.isNull == true)
  }

  @Test func what_is_not_kept_is_told_also_before_anything_is_changed() async throws {
    try TemporaryFolder.write(
      """
      {"kind":"watchlist","key":"movie/1","title":{"key":"movie/1","title":"x"},"note":"other","mood":"good"}
      {"kind":"settings","name":"page_size","value":7}
      """, to: folder.path + "/file")
    let server = await InProcess.make(titles: NoTitles())
    let client = try await server.connect()
    _ = try client.call(
      request.replacing("letterboxd", with: "movierpc"))
    _ = try client.call(Ask.method(2, "watchlist.update", #"{"key":"movie/1","note":"mine"}"#))
    _ = try client.call(Ask.method(3, "settings.update", #"{"set":{"page_size":8}}"#))
    for isDryRun in [true, false] {
      let reply = try client.call(
        Ask.method(
          4, "library.import",
          #"{"file":"\#(folder.path)/file","format":"movierpc","dry_run":\#(isDryRun)}"#))
      #expect(
        reply["result"]?["dropped"]?.text()
          == #"[{"file":null,"field":"mood","count":1},{"file":null,"field":"note","count":1},"#
          + #"{"file":null,"field":"page_size","count":1}]"#)
      #expect(reply["result"]?["change"]?.isNull == true)
    }
  }
}
