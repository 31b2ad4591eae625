import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct ReleasesMethodTests {
  private let titles = DatedTitles()

  private func server(_ environment: [String: String] = ["LANG": "de_DE.UTF-8"]) async -> InProcess {
    let server = await InProcess.make(titles: titles, environment: environment)
    await server.see { $0.turn(to: Day("2026-11-21") ?? Day(days: 0)) }
    return server
  }

  private func add(_ client: LineClient, _ keys: String...) throws {
    for key in keys { _ = try client.ask("watchlist.add", #"{"key":"\#(key)"}"#) }
  }

  /// `2026-11-21 movie/1 cinema DE`
  private func rows(_ reply: JSONValue) -> [String] {
    (reply["result"]?["results"]?.arrayValue ?? []).map { row in
      ["date", "key", "kind", "country"].map { row[$0]?.stringValue ?? "-" }.joined(separator: " ")
    }
  }

  @Test func dates_come_by_day_and_then_by_title() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-25 DE"), Release("cinema 2026-11-10 US"))
    await titles.set("movie/2", Release("cinema 2026-11-21 US"), Release("digital 2026-12-06 US"))
    await titles.set("tv/3", Release("episode 2026-11-14 JP"), Release("episode 2026-11-21 JP"))
    await titles.set("movie/4", Release("cinema 2026-11-20 DE"), Release("physical 2026-11-21 DE"))
    let client = try await server().connect()
    try add(client, "movie/1", "movie/2", "tv/3", "movie/4")
    let reply = try client.ask("releases", "{}")
    #expect(
      rows(reply) == [
        "2026-11-21 movie/2 cinema US", "2026-11-21 movie/4 physical DE", "2026-11-21 tv/3 episode JP",
        "2026-11-25 movie/1 cinema DE",
      ])
    #expect(reply["result"]?["results"]?[0]?["title"] == "Title movie/2")
    #expect(reply["result"]?["total_results"] == 4 && reply["result"]?["pending"] == 0)
    #expect(reply["result"]?["meta"]?["source"] == "tmdb" && reply["result"]?["meta"]?["cache"] == "miss")
    #expect(
      try rows(client.ask("releases", #"{"days_back":7,"days_ahead":15}"#)) == [
        "2026-11-14 tv/3 episode JP", "2026-11-20 movie/4 cinema DE", "2026-11-21 movie/2 cinema US",
        "2026-11-21 movie/4 physical DE", "2026-11-21 tv/3 episode JP", "2026-11-25 movie/1 cinema DE",
        "2026-12-06 movie/2 digital US",
      ])
    // The region of a request; nothing is asked for twice.
    #expect(
      try rows(client.ask("releases", #"{"region":"US","days_ahead":0}"#)).first
        == "2026-11-21 movie/2 cinema US")
    #expect(await titles.asked.count == 4)
    #expect(try client.ask("releases", "{}")["result"]?["meta"]?["cache"] == "hit")
  }

  @Test func watched_films_are_no_news_and_series_go_on() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    await titles.set("tv/2", Release("episode 2026-11-21 JP"))
    let client = try await server().connect()
    for key in ["movie/1", "tv/2"] {
      _ = try client.ask("watchlist.add", #"{"key":"\#(key)","watched":true}"#)
    }
    _ = try client.ask("favorites.add", #"{"key":"movie/5"}"#)
    #expect(try rows(client.ask("releases", "{}")) == ["2026-11-21 tv/2 episode JP"])
    #expect(await titles.asked == ["tv/2"])
  }

  @Test func without_a_key_or_a_network_it_is_what_is_known_locally() async throws {
    await titles.see { $0.hasNoKey = true }
    let client = try await server().connect()
    try add(client, "movie/1")
    let none = try client.ask("releases", "{}")
    #expect(
      rows(none) == [] && none["result"]?["pending"] == 0 && none["result"]?["meta"]?["source"] == "library")
    await titles.see { ($0.hasNoKey, $0.isDown) = (false, true) }
    let down = try client.ask("releases", "{}")
    #expect(
      rows(down) == [] && down["result"]?["pending"] == 1 && down["result"]?["meta"]?["offline"] == true)
    await titles.see { $0.isDown = false }
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    #expect(try rows(client.ask("releases", #"{"cache_only":true}"#)) == [])
    #expect(try rows(client.ask("releases", "{}")) == ["2026-11-21 movie/1 cinema DE"])
    await titles.see { $0.isDown = true }
    // What is known stays; who wants it newer is told.
    let old = try client.ask("releases", #"{"max_age_ms":0}"#)
    #expect(rows(old) == ["2026-11-21 movie/1 cinema DE"])
    #expect(old["result"]?["meta"]?["cache"] == "stale" && old["result"]?["meta"]?["offline"] == true)
  }

  @Test func a_long_list_is_asked_for_in_parts_behind() async throws {
    let keys = (1...130).map { TitleKey.tmdb(.movie, $0) }
    let server = await server()
    let library = await server.see { $0.profiles.library }
    try await library.perform { library throws(LibraryError) in
      _ = try await library.change(
        keys.enumerated().map { index, key in
          EntryChange(
            profile: "default", list: .watchlist, key: key, action: .add(note: nil, isWatched: nil),
            title: StoredTitle(.named(key.text, key, date: Day(days: 20_778 - index).text)), at: 100)
        })
    }
    for key in keys { await titles.set(key, Release("cinema 2026-11-21 DE")) }
    let client = try await server.connect()
    let reply = try client.ask("releases", "{}")
    #expect(reply["result"]?["pending"] == 30)
    #expect(await titles.asked.prefix(100) == keys.prefix(100))
    // One after the other, the nearest ones first.
    await titles.untilAsked(130)
    #expect(await titles.asked == keys)
    await server.until { !$0.releases.crawler.isUnderWay }
    let whole = try client.ask("releases", "{}")
    #expect(whole["result"]?["pending"] == 0 && whole["result"]?["total_results"] == 130)
  }

  @Test func what_an_age_limit_hides_is_hidden_here_too() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    await titles.set("movie/2", Release("cinema 2026-11-21 DE"))
    await titles.see { $0.certificates = ["movie/1": ["DE": "16"], "movie/2": ["DE": "6"]] }
    let server = await server()
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12}"#)
    let library = await server.see { $0.profiles.library }
    try await library.perform { library throws(LibraryError) in
      _ = try await library.change(
        ([.tmdb(.movie, 1), .tmdb(.movie, 2)] as [TitleKey]).map { key in
          EntryChange(
            profile: "Kids", list: .watchlist, key: key, action: .add(note: nil, isWatched: nil),
            title: StoredTitle(.named(key.text, key)), at: 100)
        })
    }
    _ = try client.ask("profiles.select", #"{"name":"Kids"}"#)
    let reply = try client.ask("releases", "{}")
    #expect(rows(reply) == ["2026-11-21 movie/2 cinema DE"])
    #expect(reply["result"]?["meta"]?["hidden"] == 1 && reply["result"]?["total_results"] == 2)
  }
}
