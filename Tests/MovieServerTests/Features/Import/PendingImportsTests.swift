import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct PendingImportsTests {
  private let folder: TemporaryFolder
  private let request: String

  init() throws {
    folder = try TemporaryFolder()
    try TemporaryFolder.write(
      """
      Date,Name,Year,Letterboxd URI,Review,Watched Date
      2026-01-02,One,,u,,
      2026-01-03,Two,,u,with Ana,2026-01-01
      2026-01-04,Three,,u,,
      """, to: folder.path + "/diary.csv")
    request = Self.ask(
      "library.import", #"{"file":"\#(folder.path)/diary.csv","format":"letterboxd"}"#)
  }

  private static func ask(_ method: String, _ params: String = "{}") -> String {
    Ask.method(1, method, params)
  }

  private func server(_ titles: AwayTitles, _ library: Library = Library(folder: nil)) async -> InProcess {
    var configuration = Configuration()
    configuration.limits.importWaitMilliseconds = 0
    return await InProcess.make(configuration, titles: titles, library: library)
  }

  private func pending(_ client: LineClient) throws -> [JSONValue] {
    try #require(try client.call(Self.ask("library.pending"))["result"]?["results"]?.arrayValue)
  }

  @Test func what_could_not_be_asked_is_pending_and_comes_when_upstream_is_back() async throws {
    let titles = AwayTitles()
    let server = await server(titles)
    await server.see { _ in titles.unknown = ["Three"] }
    let (client, follower) = (try await server.connect(), try await server.connect())
    _ = try follower.call(Self.ask("subscribe", #"{"topics":["library"]}"#))
    let result = try client.call(request)["result"]
    #expect(result?["added"]?.intValue == 0 && result?["unmatched_total"]?.intValue == 3)
    #expect(result?["pending"]?.intValue == 3)
    let rows = try pending(client)
    #expect(rows.map { $0["title"]?.stringValue } == ["One", "Two", "Three"])
    #expect(rows.allSatisfy { $0["kind"] == "unavailable" && $0["message"] == "TMDB is away" })
    #expect(rows[1]["note"] == "with Ana" && rows[1]["watched"] == true)

    await server.see { server in
      titles.reason = nil
      server.pending.recheck()
    }
    let event = try follower.reply()["params"]?["data"]
    #expect(event?["watchlist"]?.intValue == 2)
    let list = try client.call(Self.ask("watchlist", #"{"sort_by":"title.desc"}"#))["result"]?["results"]
    #expect(list?[0]?["title"] == "Two" && list?[0]?["entry"]?["note"] == "with Ana")
    #expect(list?[0]?["entry"]?["watched_at"] == "2026-01-01T12:00:00Z")
    // What it does not know is told, and not asked for again.
    #expect(try pending(client).map { $0["kind"] } == ["not_found"])
    #expect(await server.until { $0.tasks.all.isEmpty })
    let asked = await server.see { _ in titles.asked }
    await server.see { $0.pending.recheck() }
    #expect(try client.call(Self.ask("library.pending.clear"))["result"]?["changed"] == true)
    #expect(try client.call(Self.ask("library.pending.clear"))["result"]?["changed"] == false)
    #expect(try pending(client) == [])
    #expect(await server.see { _ in titles.asked } == asked)
  }

  @Test func what_comes_while_a_round_runs_is_not_forgotten() async throws {
    let titles = AwayTitles()
    let server = await server(titles)
    let client = try await server.connect()
    _ = try client.call(Self.ask("profiles.create", #"{"name":"Anna"}"#))
    #expect(try client.call(request)["result"]?["pending"]?.intValue == 3)
    _ = try client.call(Self.ask("profiles.select", #"{"name":"Anna"}"#))
    #expect(try client.call(request)["result"]?["pending"]?.intValue == 3)
    _ = try client.call(Self.ask("profiles.select", #"{"name":"default"}"#))
    await server.see { server in
      titles.reason = nil
      server.pending.recheck()
    }
    // The round has passed the first profile, and pauses behind the second one.
    #expect(await server.until { $0.profiles.named("Anna")?.lists.userStates.count == 3 })
    await server.see { _ in titles.reason = .network }
    try TemporaryFolder.write(
      "Date,Name,Year,Letterboxd URI\n2026-01-05,Four,,u\n", to: folder.path + "/watchlist.csv")
    let more = Self.ask(
      "library.import", #"{"file":"\#(folder.path)/watchlist.csv","format":"letterboxd"}"#)
    #expect(try client.call(more)["result"]?["pending"]?.intValue == 1)
    #expect(await server.until { $0.tasks.all.isEmpty })
    await server.see { server in
      titles.reason = nil
      server.pending.recheck()
    }
    #expect(await server.until { $0.profiles.initial.lists.userStates.count == 4 })
  }

  @Test func daemon_that_starts_tries_what_the_last_one_could_not() async throws {
    let place = try TemporaryFolder()
    let (titles, library) = (AwayTitles(), Library(folder: place.path))
    let first = await server(titles, library)
    #expect(try await first.connect().call(request)["result"]?["pending"]?.intValue == 3)
    await first.see { $0.pending.close() }
    await library.close()
    await first.see { _ in titles.reason = nil }
    let second = await server(titles, Library(folder: place.path))
    #expect(await second.until { $0.profiles.initial.lists.userStates.count == 3 })
    #expect(try await pending(second.connect()) == [])
  }

  @Test func imported_again_with_upstream_nothing_is_pending() async throws {
    let titles = AwayTitles()
    let server = await server(titles)
    let client = try await server.connect()
    #expect(try client.call(request)["result"]?["pending"]?.intValue == 3)
    await server.see { _ in titles.reason = nil }
    let result = try client.call(request)["result"]
    // On a busy machine they may have been looked up again before.
    let there = ["added", "unchanged"].reduce(0) { $0 + (result?[$1]?.intValue ?? 0) }
    #expect(there == 3 && result?["pending"]?.intValue == 0)
    #expect(try pending(client) == [])
    #expect(await server.see { $0.profiles.initial.lists.userStates.count } == 3)
  }

  @Test func title_is_the_same_after_it_was_pending() throws {
    var title = ImportRow(line: 0)
    (title.list, title.keys) = (.favorites, [.tmdb(.movie, 7), .imdb("tt0000007")])
    (title.title, title.originalTitle, title.year) = ("One", "Eins", 1999)
    (title.mediaType, title.imdbID, title.addedAt) = (.movie, "tt0000007", 1000)
    (title.note, title.isWatched, title.watchedAt) = ("mine", true, 2000)
    #expect(ImportRow(PendingTitle(title, now: 5000, .unavailable, .tmdbMayKnowIt)) == title)
    (title.addedAt, title.watchedAt) = (nil, nil)
    let pending = PendingTitle(title, now: 5000, .unavailable, .tmdbMayKnowIt)
    #expect(pending.addedAt == 5000 && pending.watchedAt == .unknownDay)
    #expect(pending.identity == title.identity && ImportRow(pending).identity == title.identity)
  }
}
