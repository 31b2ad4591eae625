import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Followers that do not read: what they cost, and what they get when they read again.
@Suite(.timeLimit(.minutes(20))) struct StoppedReaderTests {
  @Test func ten_thousand_changes_cost_one_event() async throws {
    let server = await InProcess.make()
    let size = 2000
    let topic = await TestTopic(server, size: size)
    let (stopped, other) = (try await server.connect(), try await server.connect())
    for client in [stopped, other] {
      try client.send(Ask.subscribe(1, "test"))
      #expect(try client.reply().id == 1)
    }
    var most = 0
    var received = 0
    for _ in 0..<500 {
      let waiting = await change(topic, times: 20, server)
      most = max(most, waiting)
      // The other one reads, and misses nothing.
      for _ in 0..<20 {
        received += 1
        let event = try other.event()
        #expect(event == ReceivedEvent("s1", "test", rev: received + 1, value: received))
      }
    }
    #expect(most > 0)
    #expect(most <= size + 200, "\(most) bytes")

    var (events, dropped, last) = (0, 0, 1)
    while last < 10_001 {
      let event = try #require(try stopped.event())
      let revision = try #require(event.revision)
      #expect(event.value == revision - 1)
      #expect(revision == last + 1 + (event.dropped ?? -1))
      (events, dropped, last) = (events + 1, dropped + (event.dropped ?? 0), revision)
    }
    #expect(events + dropped == 10_000)
    #expect(dropped > 9000)
    #expect(await server.see { $0.sessions.count } == 2)
    #expect(await server.until { $0.sessions[0].stream.waitingBytes == 0 })
  }

  /// The most bytes that the first connection held after any of the changes.
  @LoopActor
  private func change(_ topic: TestTopic, times: Int, _ server: InProcess) async -> Int {
    var most = 0
    await topic.change(times: times) { most = max(most, server.server.sessions[0].stream.waitingBytes) }
    return most
  }

  /// Changes `topic` until the first connection's socket takes no more.
  @LoopActor
  private func fill(_ server: InProcess, _ topic: TestTopic) async {
    topic.grow(to: 600_000)
    while !server.server.sessions[0].stream.isWriting, !Task.isCancelled { await topic.change() }
  }

  @Test func waiting_events_alone_close_nothing() async throws {
    let (server, _) = await InProcess.holding {
      $0.writeStallMilliseconds = 1
      $0.writeHardBytes = 65_536
      $0.writeSoftBytes = 4096
    }
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await fill(server, topic)
    await topic.change(times: 100)
    #expect(await server.see { $0.sessions.count } == 1)
    #expect(await server.see { $0.sessions[0].stream.waitingBytes } > 65_536)
    #expect(await server.see { $0.sessions[0].waitingReplyBytes } == 0)
    #expect(await server.see { $0.sessions[0].writeTimeout.timer.hasStarted } == false)
    // It is read all the same.
    try client.send(#"{"jsonrpc":"2.0","method":"ping"}"#)
    #expect(await server.until { $0.sessions[0].activity.requests == 2 })
    #expect(await server.see { !$0.sessions[0].life.isPaused })
  }

  @Test func a_reply_that_waits_behind_events_counts() async throws {
    let (server, _) = await InProcess.holding { $0.writeStallMilliseconds = 1 }
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await fill(server, topic)
    try client.send(Ask.ping(2))
    #expect(await server.until { $0.sessions.isEmpty })
    #expect(await topic.watchers == 0)
  }

  @Test func a_reply_before_the_events_that_was_taken_does_not_count() async throws {
    let (server, _) = await InProcess.holding { $0.writeStallMilliseconds = 1 }
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    // Both in one write.
    await topic.grow(to: 600_000)
    await server.see { server in
      server.sessions[0].refuse(error: .stopping)
      topic.changeTogether(times: 1)
    }
    #expect(await server.until { $0.sessions[0].stream.isWriting })
    #expect(await server.see { $0.sessions[0].waitingReplyBytes } == 0)
    #expect(await server.see { !$0.sessions[0].writeTimeout.timer.isActive })
    #expect(try client.reply().kind == "overloaded")
    #expect(try client.event()?.value == 1)
  }

  @Test func subscriptions_of_one_topic_miss_what_each_missed() async throws {
    let (server, _) = await InProcess.holding()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await fill(server, topic)
    let first = await topic.revision
    await topic.change(times: 3)
    try client.send(Ask.subscribe(2, "test"))
    #expect(await server.until { $0.sessions[0].subscriptions.count == 2 })
    await topic.change(times: 2)
    let last = await topic.revision
    #expect(last == first + 5)
    var event = try client.event()
    while let revision = event?.revision, revision < first { event = try client.event() }
    #expect(event == ReceivedEvent("s1", "test", rev: first, value: first - 1))
    // The reply was there before the latest state was written.
    #expect(try client.reply()["result"]?["topics"]?["test"]?["rev"]?.intValue == first + 3)
    #expect(try client.event() == ReceivedEvent("s1", "test", rev: last, dropped: 4, value: last - 1))
    #expect(try client.event() == ReceivedEvent("s2", "test", rev: last, dropped: 1, value: last - 1))
  }

  @Test func many_large_states_are_written_piece_by_piece() async throws {
    let (server, _) = await InProcess.holding { $0.writeSoftBytes = 100_000 }
    let topic = await TestTopic(server, size: 60_000)
    let client = try await server.connect()
    for id in 1...32 {
      try client.send(Ask.subscribe(id, "test"))
      #expect(try client.reply().id == id)
    }
    await topic.change()
    #expect(await server.see { $0.sessions[0].stream.waitingBytes } < 200_000)
    for id in 1...32 { #expect(try client.event() == ReceivedEvent("s\(id)", "test", rev: 2, value: 1)) }
    #expect(try client.call(Ask.ping(33)).id == 33)
  }

  @Test func unsubscribe_while_it_waits_leaves_nothing_due() async throws {
    let (server, _) = await InProcess.holding()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await fill(server, topic)
    let last = await topic.revision
    await topic.change()
    try client.send(Ask.unsubscribe(2, "s1"))
    #expect(await server.until { $0.sessions[0].subscriptions.isEmpty })
    var message = try client.reply()
    while let event = ReceivedEvent(message) {
      #expect(event.revision ?? .max <= last)
      message = try client.reply()
    }
    #expect(message["result"]?["unsubscribed"] == .bool(true))
    #expect(try client.call(Ask.ping(3)).id == 3)
  }

  @Test func half_close_drops_what_waits_for_a_reader_that_comes_late() async throws {
    let (server, _) = await InProcess.holding()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(try client.reply().id == 1)
    await fill(server, topic)
    let last = await topic.revision
    await topic.change()
    client.shutDown()
    #expect(await server.until { $0.sessions[0].life.isFlushing })
    #expect(await topic.watchers == 0)
    var event = try client.event()
    while let revision = event?.revision, revision < last { event = try client.event() }
    #expect(event?.revision == last)
    #expect(try client.line() == nil)
  }
}
