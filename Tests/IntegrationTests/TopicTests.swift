import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct TopicTests {
  private let subscribe = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#

  @Test(arguments: [SIGTERM, SIGINT]) func end_by_a_signal_is_told(_ signal: Int32) throws {
    let daemon = try SpawnedDaemon()
    let clients = try (0..<8).map { _ in try daemon.connect() }
    var instances: Set<String> = []
    for client in clients {
      let result = try client.call(subscribe)["result"]
      #expect(result?["topics"]?["server"]?["data"]?["state"] == "running")
      instances.insert(result?["instance"]?.stringValue ?? "")
    }
    #expect(instances.count == 1)
    daemon.program.signal(signal)
    for client in clients {
      let event = try client.reply()
      #expect(event["method"] == "event" && event["id"] == nil)
      #expect(event["params"]?["data"]?["state"] == "stopping")
      #expect(event["params"]?["data"]?["reason"] == "shutdown")
      #expect(try client.line() == nil)
    }
    #expect(try daemon.outcome().status == 0)
  }
}

extension TopicTests {
  /// A client that does not read costs the daemon nothing, and then has the latest state.
  @Test func stopped_follower_costs_nothing_and_gets_the_last_state() throws {
    let daemon = try SpawnedDaemon()
    let (stopped, reading, writer) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
    let follow = #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["settings"]}}"#
    for client in [stopped, reading] { #expect(try client.call(follow)["result"] != nil) }
    let figures = ProcessFigures(daemon.program.pid)
    // Some 9 MB of states, far more than a socket holds.
    let count = 1000
    var followed = Followed()
    var before = 0
    for number in 1...count {
      try writer.send(
        #"{"jsonrpc":"2.0","id":1,"method":"settings.update","params":{"set":{"debounce_ms":\#(number)}}}"#)
      #expect(try writer.reply()["result"] != nil)
      try followed.take(reading.reply())
      #expect(followed.dropped == 0 && followed.debounce == number)
      if number == count / 4 { before = figures.peakMemory }
    }
    #expect(figures.peakMemory - before < 3 << 20, "\(figures.peakMemory - before) bytes more")

    followed = Followed()
    while followed.debounce < count { try followed.take(stopped.reply()) }
    #expect(followed.events + followed.dropped == count)
    #expect(followed.dropped > 0)
    #expect(!daemon.program.errors.contains("connection closed"))
  }

  private struct Followed {
    var (events, dropped, revision, debounce) = (0, 0, 1, 0)

    mutating func take(_ event: JSONValue) throws {
      let params = try #require(event["params"])
      let skipped = try #require(params["dropped"]?.intValue)
      events += 1
      dropped += skipped
      revision += 1 + skipped
      #expect(params["rev"]?.intValue == revision)
      debounce = try #require(params["data"]?["settings"]?["debounce_ms"]?["value"]?.intValue)
      // Each change was waited for, so each is a state of its own.
      #expect(debounce == revision - 1)
    }
  }
}
