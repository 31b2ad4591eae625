import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct ReleasesTopicTests {
  private let titles = DatedTitles()

  private func server() async -> InProcess {
    let server = await InProcess.make(titles: titles, environment: ["LANG": "de_DE.UTF-8"])
    await server.see { $0.turn(to: Day("2026-11-21") ?? Day(days: 0)) }
    return server
  }

  private func keys(_ data: JSONValue?) -> [String] {
    (data?["results"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
  }

  private func subscribe(_ client: LineClient) throws -> [String] {
    keys(try client.call(Ask.subscribe(1, "releases"))["result"]?["topics"]?["releases"]?["data"])
  }

  /// The next state.
  private func event(_ client: LineClient) throws -> [String] {
    let params = try client.reply()["params"]
    #expect(params?["topic"] == "releases")
    return keys(params?["data"])
  }

  @Test func a_title_that_is_added_is_news_and_one_that_is_taken_off_is_not() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    await titles.set("movie/2", Release("cinema 2026-11-22 DE"))
    let server = await server()
    let (follower, client) = (try await server.connect(), try await server.connect())
    #expect(try subscribe(follower) == [])
    // Comes out tomorrow.
    _ = try client.ask("watchlist.add", #"{"key":"movie/2"}"#)
    _ = try client.ask("watchlist.add", #"{"key":"movie/1"}"#)
    #expect(try event(follower) == ["movie/1"])
    _ = try client.ask("watchlist.update", #"{"key":"movie/1","watched":true}"#)
    #expect(try event(follower) == [])
    _ = try client.ask("watchlist.update", #"{"key":"movie/1","watched":false}"#)
    #expect(try event(follower) == ["movie/1"])
    _ = try client.ask("watchlist.remove", #"{"key":"movie/1"}"#)
    #expect(try event(follower) == [])
    #expect(await titles.asked.sorted() == ["movie/1", "movie/2"])
  }

  @Test func what_comes_in_while_the_topic_is_asked_for_is_told() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    let server = await server()
    let client = try await server.connect()
    _ = try client.ask("watchlist.add", #"{"key":"movie/1"}"#)
    // Nothing is known of it yet, and asking for it begins here.
    if try subscribe(client) == [] { #expect(try event(client) == ["movie/1"]) }
  }

  @Test func another_region_has_other_dates() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"), Release("cinema 2026-11-22 US"))
    let server = await server()
    let (follower, client) = (try await server.connect(), try await server.connect())
    _ = try client.ask("watchlist.add", #"{"key":"movie/1"}"#)
    _ = try client.ask("releases", "{}")
    #expect(try subscribe(follower) == ["movie/1"])
    _ = try client.ask("settings.update", #"{"set":{"region":"US"}}"#)
    #expect(try event(follower) == [])
    // What is shown now is not told again.
    _ = try client.ask("settings.update", #"{"set":{"page_size":7}}"#)
    #expect(try follower.call(Ask.ping(2)).id == 2)
  }

  @Test func at_midnight_there_are_others() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    await titles.set("movie/2", Release("cinema 2026-11-22 DE"))
    let clock = MadeUpClock()
    let server = await InProcess.make(titles: titles, environment: ["LANG": "de_DE.UTF-8"])
    await server.see { clock.drive($0) }
    let (follower, client) = (try await server.connect(), try await server.connect())
    for key in ["movie/1", "movie/2"] { _ = try client.ask("watchlist.add", #"{"key":"\#(key)"}"#) }
    _ = try client.ask("releases", "{}")
    #expect(try subscribe(follower) == ["movie/1"])
    // It would wake then.
    #expect(await server.see { $0.calendarWatch.moment(at: clock.now) } == clock.midnight)
    // Woken before that, by a clock that was set, nothing is others.
    await server.see { server in
      clock.now += .seconds(3600)
      server.calendarWatch.ring()
    }
    #expect(await server.until { $0.day == "2026-11-21" })
    await server.see { server in
      clock.now = clock.midnight
      server.calendarWatch.ring()
    }
    #expect(try event(follower) == ["movie/2"])
    // The clock is set back.
    await server.see { server in
      clock.now += .seconds(-60)
      server.calendarWatch.ring()
    }
    #expect(try event(follower) == ["movie/1"])
  }

  @Test func who_wakes_asks_anew_for_what_is_due() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-22 DE"))
    let clock = MadeUpClock()
    await titles.see { $0.fetchedAt = clock.now }
    let server = await InProcess.make(titles: titles, environment: ["LANG": "de_DE.UTF-8"])
    await server.see { clock.drive($0) }
    let (follower, client) = (try await server.connect(), try await server.connect())
    _ = try client.ask("watchlist.add", #"{"key":"movie/1"}"#)
    _ = try client.ask("releases", "{}")
    #expect(try subscribe(follower) == [])
    #expect(await titles.asked == ["movie/1"])
    // It was put off, after the machine has slept for two days.
    await titles.set("movie/1", Release("cinema 2026-11-23 DE"))
    await titles.see { $0.fetchedAt = clock.now + .seconds(2 * 86_400) }
    await server.see { server in
      clock.now += .seconds(2 * 86_400)
      server.calendarWatch.ring()
    }
    #expect(try event(follower) == ["movie/1"])
    #expect(await titles.asked == ["movie/1", "movie/1"])
  }

  @Test func after_a_failure_nobody_is_asked_for_a_while() async throws {
    await titles.see { $0.isDown = true }
    let clock = MadeUpClock()
    let server = await InProcess.make(titles: titles, environment: ["LANG": "de_DE.UTF-8"])
    await server.see { clock.drive($0) }
    let (follower, client) = (try await server.connect(), try await server.connect())
    for id in 1...3 { _ = try client.ask("watchlist.add", #"{"key":"movie/\#(id)"}"#) }
    #expect(try subscribe(follower) == [])
    await server.until { $0.releases.crawler.isBackingOff }
    #expect(await titles.asked.count == 1)
    #expect(await server.see { $0.calendarWatch.moment(at: clock.now) } == clock.now + .seconds(301))
    await server.see { $0.profiles.invalidateCaches() }
    await titles.see { $0.isDown = false }
    await titles.set("movie/2", Release("cinema 2026-11-21 DE"))
    await server.see { server in
      clock.now += .seconds(301)
      server.calendarWatch.ring()
    }
    #expect(try event(follower) == ["movie/2"])
    await titles.untilAsked(4)
    #expect(await titles.asked.count == 4)
  }

  @Test func nothing_is_left_when_the_last_follower_has_gone() async throws {
    let server = await server()
    let client = try await server.connect()
    let reply = try client.call(Ask.subscribe(1, "releases"))["result"]
    #expect(await server.see { $0.calendarWatch.timer != nil })
    _ = try client.call(Ask.unsubscribe(2, try #require(reply?["subscription"]?.stringValue)))
    #expect(await server.see { $0.calendarWatch.timer == nil && !$0.releases.crawler.isUnderWay })
    #expect(try subscribe(client) == [])
  }

  @Test func each_profile_has_its_own() async throws {
    await titles.set("movie/1", Release("cinema 2026-11-21 DE"))
    let server = await server()
    let (follower, client) = (try await server.connect(), try await server.connect())
    _ = try client.ask("watchlist.add", #"{"key":"movie/1"}"#)
    _ = try client.ask("profiles.create", #"{"name":"Ana"}"#)
    _ = try follower.ask("profiles.select", #"{"name":"Ana"}"#)
    #expect(try subscribe(follower) == [])
  }

  @Test func an_event_is_no_longer_than_those_read_who_take_64_KiB() async throws {
    let server = await server()
    let (follower, client) = (try await server.connect(), try await server.connect())
    await titles.see { $0.name = String(repeating: "long \"title\" ", count: 40) }
    for id in 1...150 {
      await titles.set("movie/\(id)", Release("cinema 2026-11-21 DE"))
      _ = try client.ask("watchlist.add", #"{"key":"movie/\#(id)"}"#)
    }
    _ = try client.ask("releases", "{}")
    try client.send(Ask.subscribe(1, "releases"))
    let line = try #require(try client.line())
    #expect(line.utf8.count < 65_536 && line.utf8.count > 50_000)
    _ = follower
  }
}

/// A clock that a test sets: days begin at 0:00 UTC.
@LoopActor
final class MadeUpClock {
  /// Noon.
  nonisolated static let begin = Timestamp(seconds: 20_778 * 86_400 + 43_200)
  var now = MadeUpClock.begin

  nonisolated init() {}

  var midnight: Timestamp { Self.midnight(after: now) }

  private static func midnight(after moment: Timestamp) -> Timestamp {
    Timestamp(seconds: (moment.seconds / 86_400 + 1) * 86_400)
  }

  func drive(_ server: Server) {
    server.clock.now = { self.now }
    server.clock.day = { (Day(days: Int($0.seconds / 86_400)), $0..<$0 + .seconds(1)) }
    server.clock.midnight = { Self.midnight(after: $0) }
    server.updateClock(isSet: true)
  }
}
