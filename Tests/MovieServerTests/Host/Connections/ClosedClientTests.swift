import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What becomes of the changes of a client that has closed its connection.
@Suite(.timeLimit(.minutes(20))) struct ClosedClientTests {
  private func create(_ id: Int, _ name: String) -> String {
    Ask.method(id, "profiles.create", #"{"name":"\#(name)"}"#)
  }

  /// - Parameter pings: so many that what follows them lies unread in the kernel.
  @Test(arguments: [0, 2000]) func what_it_has_sent_is_made(_ pings: Int) async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    var client: LineClient? = try await server.connect()
    let lines =
      [Ask.search(1, "a"), create(2, "Anna")] + (0..<pings).map { Ask.ping($0 + 10) }
      + [Ask.search(3, "b"), create(4, "Ben")]
    try client?.send(lines.joined(separator: "\n"))
    await titles.untilAsked(1)
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    client = nil
    #expect(await server.until { $0.sessions.isEmpty && $0.inFlight.count == 0 })
    #expect(await server.see { $0.profiles.all.map(\.name) } == ["default", "Anna", "Ben"])
    #expect(await titles.asked == ["a"])
    await titles.releaseAll()
  }

  @Test func daemon_that_ends_waits_for_them() async throws {
    let titles = SlowDetails()
    var configuration = Configuration()
    // All tests of this process share the loop: on a busy machine a few turns take minutes.
    configuration.limits.drainMilliseconds = 3_600_000
    let server = await InProcess.make(configuration, titles: titles)
    let client = try await server.connect()
    try client.send(Ask.method(1, "favorites.add", #"{"key":"movie/1"}"#))
    await titles.untilAsked()
    let ends = Count()
    await server.see {
      $0.onStopped = { ends.add() }
      $0.sessions[0].close()
      $0.stop()
    }
    for _ in 0..<20 { await EndOfTurnWaiter.wait() }
    #expect(await ends.value == 0)
    await titles.release()
    #expect(await server.until { _ in ends.value == 1 })
    #expect(await server.see { $0.profiles.initial.lists.userStates["movie/1"]?.isFavorite } == true)
  }

  /// Many reads of its connection have a low priority, so that others are answered before. A change of the
  /// library is applied after those that the library has made before it, whoever has sent them.
  @Test func change_has_the_priority_of_all_changes() async throws {
    let titles = SlowDetails()
    let server = await InProcess.make(titles: titles)
    let client = try await server.connect()
    let reads = (1...20).map { Ask.method($0, "detail", #"{"key":"movie/\#($0)"}"#) }
    try client.send(
      (reads + [Ask.method(21, "favorites.add", #"{"key":"movie/21"}"#)]).joined(separator: "\n"))
    await titles.untilAsked(21)
    let priorities = await titles.priorities
    #expect(priorities.count { $0 == .medium } == 5 && priorities.contains(.background))
    await titles.release()
    for _ in 1...21 { #expect(try client.reply()["result"] != nil) }
  }
}
