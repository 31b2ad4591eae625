import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct BrowseTopicTests {
  @Test func state_is_what_browse_answers() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    let name = "browse:top_rated/tv"
    let reply = try client.call(Ask.subscribe(1, name))["result"]?["topics"]?[name]
    let page = try client.ask("browse", #"{"list":"top_rated","media_type":"tv"}"#)["result"]
    #expect(reply?["rev"] == 1 && reply?["data"] == page)
  }

  @Test func follower_who_came_while_another_ones_load_was_under_way_is_told_of_changes() async throws {
    let titles = HeldLists()
    let server = await InProcess.make(titles: titles)
    let (first, second) = (try await server.connect(), try await server.connect())
    try first.send(Ask.subscribe(1, "browse:popular"))
    await titles.untilAsked(1)
    try second.send(Ask.subscribe(1, "browse:popular"))
    await titles.untilAsked(2)
    await titles.releaseFirst()
    let subscription = try first.reply()["result"]?["subscription"]?.stringValue
    _ = try first.call(Ask.unsubscribe(2, try #require(subscription)))
    await titles.releaseFirst()
    #expect(try second.reply()["result"]?["topics"]?["browse:popular"] != nil)
    await server.see { $0.profiles.invalidateCaches() }
    await titles.untilAsked(3)
    await titles.releaseFirst()
    #expect(try second.reply()["params"]?["data"]?["total_results"] == 3)
  }

  @Test func nothing_is_left_when_the_last_follower_has_gone() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    let subscription = try client.call(Ask.subscribe(1, "browse:popular"))["result"]?["subscription"]
    _ = try client.call(Ask.unsubscribe(2, try #require(subscription?.stringValue)))
    let isKnown = await server.see { server in
      server.profiles.initial.topics.named("browse:popular")?.source.waiting?.isKnown(
        server, server.profiles.initial)
    }
    #expect(isKnown == false)
    // It begins anew for the next one.
    #expect(try client.call(Ask.subscribe(3, "browse:popular"))["result"] != nil)
  }

  @Test func what_changed_while_nobody_followed_is_in_the_next_reply() async throws {
    let titles = ChangingTitles()
    let server = await InProcess.make(titles: titles)
    let client = try await server.connect()
    for (id, total) in [(1, 1), (3, 2), (5, 3)] {
      let result = try client.call(Ask.subscribe(id, "browse:popular"))["result"]
      #expect(result?["topics"]?["browse:popular"]?["data"]?["total_results"] == .integer(total))
      _ = try client.call(Ask.unsubscribe(id + 1, try #require(result?["subscription"]?.stringValue)))
      await titles.change()
    }
  }

  @Test func refresh_that_brings_something_else_is_told() async throws {
    let titles = ChangingTitles()
    let server = await InProcess.make(titles: titles)
    let client = try await server.connect()
    _ = try client.call(Ask.subscribe(1, "browse:popular"))
    await titles.change()
    // What the refresh of a minute would do.
    await server.see { $0.profiles.invalidateCaches() }
    let event = try client.reply()["params"]
    #expect(event?["data"]?["total_results"] == 2 && event?["dropped"] == 0)
    await server.see { $0.profiles.invalidateCaches() }
    await titles.untilAsked(3)
    // The same again is no event.
    #expect(try client.call(Ask.ping(2)).id == 2)
  }
}

/// Lists whose answers come when the test says so, each another one.
@LoopActor
private final class HeldLists: NoTitles {
  private var asked = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  override func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    asked += 1
    var found = FoundTitles.nothing
    found.total = asked
    await withCheckedContinuation { waiting.append($0) }
    return found
  }

  func untilAsked(_ count: Int) async {
    while asked < count || waiting.isEmpty, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }

  func releaseFirst() {
    if !waiting.isEmpty { waiting.removeFirst().resume() }
  }
}

/// A list that is another when the test says so.
@LoopActor
private final class ChangingTitles: NoTitles {
  private var total = 1
  private var asked = 0

  override func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    asked += 1
    var found = FoundTitles.nothing
    found.total = total
    return found
  }

  func change() { total += 1 }

  func untilAsked(_ count: Int) async {
    while asked < count, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }
}
