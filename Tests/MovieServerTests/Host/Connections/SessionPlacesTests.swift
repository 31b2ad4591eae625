import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Who may have how much under way, and what needs no place there.
@Suite(.timeLimit(.minutes(20))) struct SessionPlacesTests {
  @Test func what_is_answered_at_once_needs_no_place() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 2 }
    let client = try await server.connect()
    try client.send(
      [Ask.search(1, "a"), Ask.search(2, "b"), Ask.ping(3), Ask.cancel(4, of: 1)].joined(separator: "\n"))
    #expect(try client.reply().id == 3)
    #expect(try client.reply().endedBy == "cancel")
    #expect(try client.reply().id == 4)
    try client.send("[\(Ask.ping(5)),\(Ask.ping(6)),\(Ask.ping(7))]")
    #expect(try client.reply().arrayValue?.map(\.id) == [5, 6, 7])
    await titles.releaseAll()
    #expect(try client.reply().id == 2)
  }

  @Test func a_kept_result_needs_no_place() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    await titles.releaseAll()
    #expect(try client.reply().id == 1)
    try client.send(Ask.search(2, "b") + "\n" + Ask.search(3, "a"))
    #expect(try client.reply().id == 3)
    await titles.releaseAll()
    #expect(try client.reply().id == 2)
  }

  @Test func in_flight_total_keeps_nobody_from_a_share() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlightTotal = 4 }
    let (greedy, other) = (try await server.connect(), try await server.connect())
    try greedy.send((1...20).map { Ask.search($0, "g\($0)") }.joined(separator: "\n"))
    await titles.untilAsked(4)
    #expect(await server.until { $0.sessions[0].life.isWaiting })
    // What the other one asks for is answered while nothing of the greedy one is.
    #expect(try other.call(Ask.ping(1)).id == 1)
    try other.send(Ask.search(2, "o1"))
    await titles.untilAsked(5)
    await titles.release("o1")
    #expect(try other.reply().id == 2)
    #expect(await titles.asked == ["g1", "g2", "g3", "g4", "o1"])
    await end(greedy, titles, asked: 21)
  }

  @Test func beyond_the_shares_in_flight_total_is_taken_in_turn() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlightTotal = 4 }
    let (greedy, other) = (try await server.connect(), try await server.connect())
    try greedy.send((1...20).map { Ask.search($0, "g\($0)") }.joined(separator: "\n"))
    await titles.untilAsked(4)
    try other.send((1...3).map { Ask.search($0, "o\($0)") }.joined(separator: "\n"))
    await titles.untilAsked(6)
    #expect(await server.until { $0.sessions.allSatisfy(\.life.isWaiting) })
    for q in ["g1", "g2", "g3"] { await titles.release(q) }
    await titles.untilAsked(7)
    await titles.release("g4")
    await titles.untilAsked(8)
    #expect(await titles.asked.prefix(8) == ["g1", "g2", "g3", "g4", "o1", "o2", "g5", "o3"])
    await end(greedy, titles, asked: 23)
  }

  @Test func a_connection_that_waits_for_the_others_is_woken_by_their_answers() async throws {
    let (server, titles) = await InProcess.holding { $0.inFlightTotal = 1 }
    let (first, second) = (try await server.connect(), try await server.connect())
    try first.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    // More than a share: it waits until there is room for all, with nothing of its own under way.
    try second.send("[\(Ask.search(2, "b")),\(Ask.search(3, "c"))]")
    #expect(await server.until { $0.sessions[1].life.isWaiting })
    await titles.releaseAll()
    #expect(try first.reply().id == 1)
    await titles.untilAsked(3)
    await titles.releaseAll()
    #expect(try second.reply().arrayValue?.map(\.id) == [2, 3])
    #expect(await server.until { !$0.sessions.contains(where: \.life.isWaiting) })
  }

  /// Its requests lie unread in the kernel, so nothing but the hang-up tells that it is gone.
  @Test(arguments: [false, true]) func work_of_a_client_that_is_gone_ends(_ isHalfClosed: Bool) async throws {
    let (server, titles) = await InProcess.holding { $0.inFlight = 1 }
    let other = try await server.connect()
    var client: LineClient? = try await server.connect()
    try client?.send(Ask.search(1, "a") + "\n" + Ask.search(2, "b"))
    await titles.untilAsked(1)
    if isHalfClosed { client?.shutDown() }
    #expect(await server.until { $0.sessions[1].life.isWaiting })
    #expect(try other.call(Ask.ping(1)).id == 1)
    #expect(await server.see { $0.inFlight.count } == 1)
    client = nil
    #expect(await server.until { $0.inFlight.count == 0 && $0.sessions.count == 1 })
    await titles.releaseAll()
  }

  private func end(_ client: LineClient, _ titles: HeldTitles, asked: Int) async {
    client.shutDown()
    while await titles.asked.count < asked, !Task.isCancelled {
      await titles.releaseAll()
      await EndOfTurnWaiter.wait()
    }
    await titles.releaseAll()
  }
}
