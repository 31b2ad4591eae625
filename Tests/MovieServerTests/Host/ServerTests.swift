import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

/// Admission, shutdown and a new configuration.
@Suite(.timeLimit(.minutes(20))) struct ServerTests {
  @Test func one_connection_too_many_is_told_so() async throws {
    let (server, titles) = await InProcess.holding { $0.connections = 1 }
    let first = try await server.connect()
    // On a busy machine a minute may pass until the next one connects, and one that is idle would give way.
    try first.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    let second = try await server.connect()
    let refusal = try second.reply()
    #expect(refusal["id"] == .null)
    #expect(refusal.kind == "overloaded")
    #expect(try second.line() == nil)
    #expect(try first.call(Ask.ping(2)).id == 2)
    await titles.releaseAll()
  }

  @Test func the_one_idle_longest_gives_way() async throws {
    let (server, titles) = await InProcess.holding { $0.connections = 2 }
    let (busy, idle) = (try await server.connect(), try await server.connect())
    try busy.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    // As if more than a minute had passed.
    await server.see { server in
      for session in server.sessions { session.activity.record(at: EventLoop.now - .seconds(61)) }
    }
    let newcomer = try await server.connect()
    #expect(try idle.line() == nil)
    #expect(try newcomer.call(Ask.ping(1)).id == 1)
    await titles.releaseAll()
    #expect(try busy.reply().id == 1)
  }

  @Test func what_is_under_way_is_answered_before_the_end() async throws {
    let (server, titles) = await InProcess.holding()
    let (client, idle) = (try await server.connect(), try await server.connect())
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    let ends = Count()
    await server.see {
      $0.onStopped = { ends.add() }
      $0.stop()
    }
    #expect(try idle.line() == nil)
    #expect(try client.call(Ask.ping(2)).kind == "overloaded")
    await titles.releaseAll()
    #expect(try client.reply()["result"] != nil)
    #expect(try client.line() == nil)
    #expect(await server.until { _ in ends.value > 0 })
    await server.see { $0.stop() }
    #expect(await ends.value == 1)
    // Who comes now is told, too.
    #expect(try await server.connect().reply().kind == "overloaded")
  }

  @Test func a_second_stop_does_not_wait() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    await server.see {
      $0.stop()
      $0.stop()
    }
    #expect(try client.reply().endedBy == "shutdown")
    #expect(try client.line() == nil)
    await titles.releaseAll()
  }

  @Test func shutdown_asked_for_twice_waits_all_the_same() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    let shutdown = #"{"jsonrpc":"2.0","id":9,"method":"shutdown"}"#
    try client.send(Ask.search(1, "a") + "\n[" + shutdown + "," + shutdown + "]")
    #expect(try client.reply().arrayValue?.count == 2)
    #expect(await server.until { $0.isStopping })
    for _ in 1...20 { await EndOfTurnWaiter.wait() }
    #expect(await server.see { $0.inFlight.count } == 1)
    await titles.releaseAll()
    #expect(try client.reply()["result"] != nil)
  }

  /// Titles that an upstream would tell, if it answered.
  @LoopActor private final class SilentTitles: NoTitles {
    private(set) var asked = 0

    override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
      asked += 1
      try await EventLoop.sleep(for: .seconds(600))
      return nil
    }
  }

  @Test func change_that_waits_for_an_upstream_is_refused_when_the_drain_ends() async throws {
    var configuration = Configuration()
    configuration.limits.drainMilliseconds = 1
    let titles = SilentTitles()
    let server = await InProcess.make(configuration, titles: titles)
    let client = try await server.connect()
    try client.send(#"{"jsonrpc":"2.0","id":1,"method":"favorites.add","params":{"key":"movie/1"}}"#)
    #expect(await server.until { _ in titles.asked == 1 })
    await server.see {
      $0.changeTimeout = .seconds(600)
      $0.stop()
    }
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.line() == nil)
  }

  @Test func drain_ends_connections_that_wait_for_room() async throws {
    let (server, titles) = await InProcess.holding {
      $0.inFlight = 1
      $0.drainMilliseconds = 1
    }
    let client = try await server.connect()
    try client.send([Ask.search(1, "a"), Ask.search(2, "b"), Ask.ping(3)].joined(separator: "\n"))
    await titles.untilAsked(1)
    await server.see { $0.stop() }
    // What waits for room is refused at once.
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.reply().endedBy == "shutdown")
    #expect(try client.line() == nil)
    await titles.releaseAll()
  }

  @Test func a_new_configuration_counts_from_the_next_request() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    try client.send(Ask.search(1, "a"))
    await titles.untilAsked(1)
    var configuration = Configuration()
    configuration[.pageSize] = .integer(5)
    let next = configuration
    await server.see { $0.use(next) }
    await titles.releaseAll()
    #expect(try client.reply()["result"]?["page_size"]?.intValue == 20)
    // The same bytes mean something else now, also to what was kept meanwhile.
    try client.send(Ask.search(2, "a"))
    await titles.untilAsked(2)
    await titles.releaseAll()
    #expect(try client.reply()["result"]?["page_size"]?.intValue == 5)
  }
}

@LoopActor
final class Count {
  private(set) var value = 0
  func add() { value += 1 }
}
