import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Events among the replies of a connection that reads.
@Suite(.timeLimit(.minutes(20))) struct SessionEventsTests {
  @Test func each_change_is_an_event_with_the_whole_state() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await topic.change(times: 5)
    for value in 1...5 {
      #expect(try client.event() == ReceivedEvent("s1", "test", rev: value + 1, value: value))
    }
  }

  @Test func changes_of_one_turn_are_one_event_encoded_once() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let clients = try await (0..<64).asyncMap { _ in try await server.connect() }
    for client in clients {
      try client.send(Ask.subscribe(1, "test"))
      #expect(try client.reply().id == 1)
    }
    await topic.changeTogether(times: 3)
    for client in clients { #expect(try client.event() == ReceivedEvent("s1", "test", rev: 2, value: 3)) }
    // The snapshot and the event.
    #expect(await topic.encodings == 2)
  }

  @Test func what_nobody_follows_is_not_encoded() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, interval: 60_000)
    await topic.change(times: 100)
    #expect(await topic.encodings == 0)
    #expect(await topic.revision == 101)
  }

  @Test func one_topic_in_two_subscriptions_is_told_to_each() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let other = await TestTopic(server, name: "other")
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test", "other") + "\n" + Ask.subscribe(2, "test"))
    #expect(try client.reply().id == 1)
    #expect(try client.reply().id == 2)
    await topic.change()
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 2, value: 1))
    #expect(try client.event() == ReceivedEvent("s2", "test", rev: 2, value: 1))
    await other.change()
    #expect(try client.event() == ReceivedEvent("s1", "other", rev: 2, value: 1))
    #expect(try client.call(Ask.ping(3)).id == 3)
  }

  @Test func reply_of_the_same_turn_comes_first() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    // As a change does: it marks its topic, then its reply is queued.
    await server.see { server in
      topic.changeTogether(times: 1)
      server.sessions[0].refuse(error: .stopping)
      #expect(!server.sessions[0].stream.isWriting)
    }
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.event()?.value == 1)
  }

  @Test func no_event_precedes_the_reply_of_a_batch_that_subscribes() async throws {
    let (server, titles) = await InProcess.holding()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    try client.send("[" + Ask.subscribe(2, "test") + "," + Ask.search(3, "a") + "]\n" + Ask.ping(4))
    await titles.untilAsked(1)
    await topic.change(times: 2)
    // Events wait, replies do not.
    #expect(try client.reply().id == 4)
    await titles.releaseAll()
    #expect(try client.reply().arrayValue?.map(\.id) == [2, 3])
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 3, dropped: 1, value: 2))
    #expect(try client.event() == ReceivedEvent("s2", "test", rev: 3, dropped: 1, value: 2))
    await topic.change()
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 4, value: 3))
  }

  @Test func a_batch_of_notifications_holds_no_event_back() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(#"[{"jsonrpc":"2.0","method":"subscribe","params":{"topics":["test"]}}]"#)
    #expect(await server.until { !$0.sessions.isEmpty && !$0.sessions[0].subscriptions.isEmpty })
    await topic.change()
    #expect(try client.event()?.value == 1)
  }

  @Test func content_length_frames_events_too() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    let request = Ask.subscribe(1, "test")
    try client.send(Array("Content-Length: \(request.utf8.count)\r\n\r\n\(request)".utf8))
    #expect(try framed(client)?["id"]?.intValue == 1)
    await topic.change(times: 2)
    #expect(ReceivedEvent(try framed(client) ?? .null)?.value == 1)
    #expect(ReceivedEvent(try framed(client) ?? .null)?.value == 2)
  }

  private func framed(_ client: LineClient) throws -> JSONValue? {
    guard let header = try client.line(), header.hasPrefix("Content-Length: "), header.hasSuffix("\r"),
      let count = Int(header.dropFirst(16).dropLast()), try client.line() == "\r"
    else { return nil }
    return try JSONValue(parsing: String(decoding: client.bytes(count), as: UTF8.self))
  }

  @Test func interval_joins_changes_and_the_last_one_comes() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, interval: 30)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await topic.changeTogether(times: 1)
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 2, value: 1))
    await topic.changeTogether(times: 9)
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 3, value: 10))
    // Nothing more is on its way.
    #expect(try client.call(Ask.ping(2)).id == 2)
  }

  @Test func change_that_comes_to_the_same_is_no_event() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, interval: 3_600_000)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    for _ in 1...3 {
      await topic.touch()
      await EndOfTurnWaiter.wait()
    }
    // What was no event holds none up.
    await topic.set(to: 1)
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 2, value: 1))
    // There and back within the interval.
    await topic.set(to: 2)
    await topic.set(to: 1)
    await server.see { $0.topics.named("test")?.changed(atOnce: true) }
    #expect(try client.call(Ask.ping(2)).id == 2)
    #expect(await topic.revision == 2)
    await topic.set(to: 3)
    await server.see { $0.topics.named("test")?.changed(atOnce: true) }
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 3, value: 3))
  }

  @Test func state_does_not_wait_behind_progress() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, progressInterval: 3_600_000)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await topic.progress()
    #expect(try client.event()?.value == 1)
    await topic.progress()
    await topic.change()
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: 3, value: 3))
  }

  @Test func half_close_ends_subscriptions_when_all_is_answered() async throws {
    let (server, titles) = await InProcess.holding()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test") + "\n" + Ask.search(2, "a"))
    client.shutDown()
    #expect(try client.reply().id == 1)
    await titles.untilAsked(1)
    await topic.change()
    #expect(try client.event()?.value == 1)
    await titles.releaseAll()
    #expect(try client.reply().id == 2)
    #expect(try client.line() == nil)
    #expect(await topic.watchers == 0)
  }

  @Test func a_follower_never_gives_way() async throws {
    let (server, _) = await InProcess.holding { $0.connections = 1 }
    let client = try await server.connect()
    #expect(try client.call(Ask.subscribe(1, "server"))["result"] != nil)
    await server.see { $0.sessions[0].activity.record(at: 0) }
    #expect(await server.see { !$0.sessions[0].isIdle })
    #expect(try await server.connect().reply().kind == "overloaded")
    #expect(await server.see { $0.sessions[0].writeTimeout.timer.hasStarted } == false)
    #expect(await server.see { $0.sessions[0].readTimeout.timer.hasStarted } == false)
  }

  @Test func stopping_is_told_before_the_close_whatever_the_interval() async throws {
    let (server, titles) = await InProcess.holding()
    let (busy, idle) = (try await server.connect(), try await server.connect())
    for client in [busy, idle] { #expect(try client.call(Ask.subscribe(1, "server"))["result"] != nil) }
    try busy.send(Ask.search(2, "a"))
    await titles.untilAsked(1)
    let task = await server.see { $0.tasks.begin("library.import") {} }
    for client in [busy, idle] { #expect(try client.event()?.revision == 2) }
    await server.see {
      // This one would have to wait.
      task.advance()
      $0.stop()
    }
    for client in [busy, idle] {
      let event = try client.reply()["params"]
      #expect(event?["rev"]?.intValue == 3)
      #expect(event?["data"]?["state"] == "stopping")
      #expect(event?["data"]?["reason"] == "shutdown")
    }
    #expect(try idle.line() == nil)
    await titles.releaseAll()
    #expect(try busy.reply().id == 2)
    #expect(try busy.line() == nil)
  }

  @Test func batch_that_asks_for_the_end_is_answered_before_it_is_told() async throws {
    let (server, titles) = await InProcess.holding()
    let client = try await server.connect()
    #expect(try client.call(Ask.subscribe(1, "server"))["result"] != nil)
    try client.send(#"[{"jsonrpc":"2.0","id":2,"method":"shutdown"},"# + Ask.search(3, "a") + "]")
    await titles.untilAsked(1)
    #expect(await server.until { $0.isStopping })
    for _ in 1...5 { await EndOfTurnWaiter.wait() }
    await titles.releaseAll()
    #expect(try client.reply().arrayValue?.map(\.id) == [2, 3])
    #expect(try client.reply()["params"]?["data"]?["state"] == "stopping")
    #expect(try client.line() == nil)
  }

  @Test func nothing_of_a_closed_follower_is_left() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, interval: 60_000)
    let cached = Weak()
    do {
      let client = try await server.connect()
      await cached.set { (server.server.sessions[0], server.server.sessions[0].stream) }
      try client.send(Ask.subscribe(1, "test", "server"))
      #expect(try client.reply().id == 1)
      // A timer runs, too.
      await topic.change(times: 2)
    }
    #expect(await server.until { _ in cached.isEmpty })
    #expect(await topic.watchers == 0)
  }
}

extension Sequence {
  func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
    var all: [T] = []
    for element in self { all.append(try await transform(element)) }
    return all
  }
}
