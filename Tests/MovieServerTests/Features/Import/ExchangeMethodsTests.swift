import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct ExchangeMethodsTests {
  private func ask(_ id: Int, _ method: String, _ params: JSONValue = [:]) -> String {
    Ask.method(id, method, params.text())
  }

  private func take(_ file: String, _ format: String = "movierpc", dryRun: Bool = false) -> String {
    ask(1, "library.import", ["file": .string(file), "format": .string(format), "dry_run": .bool(dryRun)])
  }

  /// All results of an export.
  private func export(_ client: LineClient) throws -> [JSONValue] {
    var results: [JSONValue] = []
    var cursor: JSONValue?
    repeat {
      let result = try client.call(ask(1, "library.export", cursor.map { ["cursor": $0] } ?? [:]))["result"]
      results.append(try #require(result))
      cursor = result?["next"]
    } while cursor?.isNull == false
    return results
  }

  private func entries(_ results: [JSONValue]) -> [JSONValue] {
    results.flatMap { $0["entries"]?.arrayValue ?? [] }
  }

  private func counts(_ reply: JSONValue) -> [Int?] {
    ["added", "updated", "unchanged", "unmatched_total"].map { reply["result"]?[$0]?.intValue }
  }

  /// Something of each kind.
  private func fill(_ client: LineClient) throws {
    for (method, params) in [
      ("watchlist.add", #"{"key":"movie/438631","note":"with \"Ann\" \u0001 🎬"}"#),
      ("watchlist.add", #"{"key":"tv/1396","watched":true}"#),
      ("favorites.add", #"{"key":"tv/1396"}"#), ("favorites.add", #"{"key":"movie/496243"}"#),
      ("settings.update", #"{"set":{"countries":["DE","AT"],"page_size":7,"itunes.enabled":false}}"#),
      ("search", #"{"q":"dune"}"#), ("search", #"{"q":"heat"}"#), ("search", #"{"q":"Dune"}"#),
    ] {
      let reply = try client.call(ask(1, method, JSONValue(parsing: params)))
      #expect(reply["result"] != nil, "\(method): \(reply.text())")
    }
  }

  private func rows(_ reply: JSONValue) -> [String]? {
    reply["result"]?["results"]?.arrayValue?.map { row in
      row.text().replacing(#""gone":true"#, with: #""gone":false"#)
    }
  }

  @Test func exported_and_imported_again_it_is_the_same_library() async throws {
    let folder = try TemporaryFolder()
    let first = try await InProcess.make().connect()
    try fill(first)
    let results = try export(first)
    let all = entries(results)
    #expect(
      all.map { $0["kind"]?.stringValue } == [
        "settings", "settings", "watchlist", "watchlist", "favorites", "favorites", "search", "search",
      ])
    #expect(all.allSatisfy { $0["title"]?["user_state"] == nil })
    let second = try await InProcess.make(titles: NoTitles()).connect()
    try TemporaryFolder.write(results.map { $0.text() }.joined(separator: "\n"), to: folder.path + "/file")
    #expect(counts(try second.call(take(folder.path + "/file", dryRun: true))) == [8, 0, 0, 0])
    #expect(try entries(export(second)) == [])
    #expect(counts(try second.call(take(folder.path + "/file"))) == [8, 0, 0, 0])
    #expect(try export(second) == results)
    for method in ["watchlist", "favorites", "searches"] {
      let (here, there) = (try first.call(ask(1, method)), try second.call(ask(1, method)))
      // The other one's TMDB knows no title, so that they are `gone` there.
      #expect(rows(here) == rows(there), "\(method)")
    }
    #expect(try second.call(ask(1, "settings"))["result"]?["settings"]?["page_size"]?["value"] == 7)
    // And into the one it comes from, where all of it is.
    #expect(counts(try first.call(take(folder.path + "/file"))) == [0, 0, 8, 0])
    #expect(try export(first) == results)
  }

  @Test func pages_of_an_export_hold_all_of_it() async throws {
    let library = Library(folder: nil)
    var change = LibraryImport(profile: "default", maxEntries: 20_000, maxSearches: 1000)
    let overview = String(repeating: "\u{1}", count: 3000)
    for number in 1...450 {
      let title = try #require(
        Title(json: [
          "key": .string("movie/\(number)"), "title": "x", "overview": .string(number <= 60 ? overview : ""),
        ]))
      change.entries.append(.init(.watchlist, title.key, title: StoredTitle(title), addedAt: 100))
    }
    _ = try await library.perform(change)
    let client = try await InProcess.make(library: library).connect()
    let results = try export(client)
    let keys = entries(results).map { $0["key"]?.stringValue }
    #expect(keys == (1...450).map { "movie/\($0)" })
    #expect(
      results.allSatisfy { ($0["entries"]?.arrayValue?.count ?? 0) <= 200 && $0.text().utf8.count < 1 << 20 })
    #expect(results.count > 4)
  }

  @Test func file_of_too_many_titles_is_a_limit() async throws {
    let folder = try TemporaryFolder()
    let rows = (0...ImportPlan.maxEntries).map { ",Film \($0),2000\n" }.joined()
    try TemporaryFolder.write("Date,Name,Year\n" + rows, to: folder.path + "/file")
    let client = try await InProcess.make(titles: NoTitles()).connect()
    let data = try client.call(take(folder.path + "/file", "letterboxd"))["error"]?["data"]
    #expect(data?["kind"] == "limit_exceeded" && data?["limit"] == "import_entries")
    #expect(data?["max"]?.intValue == ImportPlan.maxEntries)
  }

  @Test func many_titles_are_told_as_a_new_state_and_few_one_by_one() async throws {
    let folder = try TemporaryFolder()
    func write(_ numbers: ClosedRange<Int>) throws {
      let rows = numbers.map {
        #"{"kind":"watchlist","key":"movie/\#($0)","title":{"key":"movie/\#($0)","title":"x"}}"#
      }
      try TemporaryFolder.write(rows.joined(separator: "\n"), to: folder.path + "/file")
    }
    let server = await InProcess.make(titles: NoTitles())
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try other.call(ask(1, "subscribe", ["topics": ["library"]]))
    try write(1...2)
    _ = try client.call(take(folder.path + "/file"))
    let few = try other.reply()["params"]
    #expect(few?["data"]?["changes"]?.arrayValue?.map { $0["key"]?.stringValue } == ["movie/1", "movie/2"])
    #expect(few?["rev"]?.intValue == 2)
    try write(1...300)
    _ = try client.call(take(folder.path + "/file"))
    let many = try other.reply()["params"]
    #expect(many?["data"]?["changes"]?.isNull == true && many?["data"]?["watchlist"]?.intValue == 300)
    #expect(many?["rev"]?.intValue == 300)
    #expect(try client.call(ask(1, "watchlist"))["result"]?["version"]?.intValue == 300)
  }

  // While it lasts

  private let three = "Date,Name,Year\n,One,\n,Two,\n,Three,\n"

  @Test func import_is_a_task_of_topic_server_and_there_is_one_at_a_time() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(three, to: folder.path + "/file")
    let (server, titles) = await InProcess.holding()
    let (client, other) = (try await server.connect(), try await server.connect())
    try client.send(take(folder.path + "/file", "letterboxd"))
    await titles.untilAsked(3)
    await titles.release("Two")
    #expect(await server.until { $0.tasks.all.first?.done == 1 })
    let state = try other.call(ask(1, "subscribe", ["topics": ["server"]]))["result"]?["topics"]?["server"]
    #expect(
      state?["data"]?["tasks"]?.text() == #"[{"name":"library.import","done":1,"total":3,"waiting":0}]"#)
    let refused = try other.call(take(folder.path + "/file", "letterboxd", dryRun: true))
    #expect(refused.kind == "conflict" && refused["error"]?["data"]?["state"] == "importing")
    // Other connections go on.
    #expect(try other.call(ask(2, "settings.update", ["set": ["page_size": 7]]))["result"] != nil)
    await titles.releaseAll()
    #expect(counts(try client.reply()) == [0, 0, 0, 3])
    // One event a second at most, the last of them without it.
    while try other.reply()["params"]?["data"]?["tasks"]?.text() != "[]" {}
    try client.send(take(folder.path + "/file", "letterboxd"))
    await titles.untilAsked(6)
    await titles.releaseAll()
    #expect(counts(try client.reply()) == [0, 0, 0, 3])
  }

  @Test func neither_time_nor_cancel_cuts_an_import_and_later_changes_come_after_it() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(three, to: folder.path + "/file")
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    let params: JSONValue = [
      "file": .string(folder.path + "/file"), "format": "letterboxd", "timeout_ms": 1,
    ]
    try client.send(ask(1, "library.import", params))
    await titles.untilAsked(3)
    try client.send(ask(2, "settings.update", ["set": ["page_size": 7]]))
    #expect(try client.call(Ask.cancel(3, of: 1))["result"]?["cancelled"] == false)
    #expect(try client.call(Ask.ping(4)).id == 4)
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
    #expect(try client.reply().id == 2)
  }

  @Test func daemon_that_ends_imports_nothing() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(
      """
      {"kind":"watchlist","key":"movie/1","title":{"key":"movie/1","title":"One"}}
      {"kind":"watchlist","key":"movie/2","title":{"title":"Two"}}
      """, to: folder.path + "/file")
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(take(folder.path + "/file"))
    await titles.untilAsked(1)
    await server.see { $0.stop() }
    // These titles do not hear that they are not wanted any longer.
    await titles.releaseAll()
    #expect(try client.reply().kind == "overloaded")
    #expect(await server.until { $0.sessions.isEmpty && $0.tasks.all.isEmpty })
    #expect(await server.see { $0.profiles.initial.lists.isEmpty })
  }

  @Test func day_that_has_come_is_kept_although_the_clock_is_behind() async throws {
    let folder = try TemporaryFolder()
    func film(_ number: Int, _ day: String) -> String {
      #"{"kind":"watchlist","key":"movie/\#(number)","title":{"key":"movie/\#(number)","title":"x"},"#
        + #""watched_at":"\#(day)T00:00:00Z"}"# + "\n"
    }
    try TemporaryFolder.write(film(1, "2026-01-02") + film(2, "2099-01-02"), to: folder.path + "/file")
    let server = await InProcess.make(titles: NoTitles())
    // Later than this is the program itself.
    await server.see { $0.clock.now = { Timestamp(seconds: 86_400) } }
    let client = try await server.connect()
    let reply = try client.call(take(folder.path + "/file"))
    #expect(counts(reply) == [2, 0, 0, 0])
    #expect(reply["result"]?["dropped"] == [["file": nil, "field": "watched_at", "count": 1]])
    let days = try entries(export(client)).map { $0["watched_at"]?.stringValue }
    #expect(Set(days) == ["2026-01-02T00:00:00Z", nil])
  }

  @Test func client_that_vanishes_has_its_import_made() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(
      #"{"kind":"favorites","key":"movie/1","title":{"key":"movie/1","title":"x"}}"#,
      to: folder.path + "/file")
    let server = await InProcess.make(titles: NoTitles())
    do {
      try await server.connect().send(take(folder.path + "/file"))
    }
    #expect(await server.until { $0.profiles.initial.lists.favorites == 1 })
  }
}
