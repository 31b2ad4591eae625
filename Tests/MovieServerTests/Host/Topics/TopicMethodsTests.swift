import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// `subscribe` and `unsubscribe`.
@Suite(.timeLimit(.minutes(20))) struct TopicMethodsTests {
  @Test func reply_has_the_present_state_of_each_topic() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    await topic.change(times: 3)
    let client = try await server.connect()
    let result = try client.call(Ask.subscribe(1, "server"))["result"]
    #expect(result?["subscription"] == "s1")
    #expect(result?["instance"] == (try client.ask("hello")["result"]?["instance"]))
    #expect(result?["instance"] == (try client.ask("status")["result"]?["instance"]))
    #expect(result?["profile"] == "default")
    #expect(
      result?["topics"]?["server"]?.text()
        == #"{"rev":1,"data":{"state":"running","reason":null,"version":"\#(Version.program)","network":"unknown","tasks":[]}}"#
    )
    try client.send(Ask.subscribe(2, "test", "server"))
    let second = try client.reply()["result"]
    #expect(second?["subscription"] == "s2")
    #expect(second?["topics"]?.objectValue?.map(\.name) == ["test", "server"])
    #expect(second?["topics"]?["test"]?["rev"]?.intValue == 4)
    #expect(second?["topics"]?["test"]?["data"]?["value"]?.intValue == 3)
  }

  @Test func client_that_has_the_state_is_not_sent_it_again() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    await topic.change(times: 3)
    let client = try await server.connect()
    let instance = await server.see { $0.instance(of: $0.profiles.initial) }
    func data(_ id: Int, _ instance: String, _ rev: Int) throws -> JSONValue? {
      let params = #"{"topics":["test"],"instance":"\#(instance)","revs":{"test":\#(rev),"other":7}}"#
      try client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"subscribe","params":\#(params)}"#)
      let reply = try client.reply()
      #expect(reply["result"]?["topics"]?["test"]?["rev"] == 4)
      return reply["result"]?["topics"]?["test"]?["data"]
    }
    #expect(try data(1, instance, 4) == .null)
    #expect(try data(2, instance, 3)?["value"] == 3)
    #expect(try data(3, instance, 5)?["value"] == 3)
    // Another run of the daemon may have counted to the same.
    #expect(try data(4, "0badf00d", 4)?["value"] == 3)
    await topic.change()
    for name in ["s1", "s2", "s3", "s4"] {
      #expect(try client.event() == ReceivedEvent(name, "test", rev: 5, value: 4))
    }
  }

  @Test func task_that_ends_in_its_turn_is_not_told() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try client.call(Ask.subscribe(1, "server"))
    await server.see { $0.tasks.begin("library.import") {}.end() }
    #expect(try client.call(Ask.ping(1)).id == 1)
    _ = await server.see { $0.tasks.begin("library.import") {} }
    let event = try client.reply()["params"]
    #expect(event?["topic"] == "server" && event?["profile"] == .null)
  }

  @Test func nothing_comes_after_unsubscribe() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test") + "\n" + Ask.subscribe(2, "test"))
    #expect(try client.reply().id == 1)
    #expect(try client.reply().id == 2)
    #expect(try client.call(Ask.unsubscribe(3, "s1"))["result"]?["unsubscribed"] == .bool(true))
    await topic.change()
    #expect(try client.event()?.subscription == "s2")
    #expect(try client.call(Ask.unsubscribe(4, "s1"))["result"]?["unsubscribed"] == .bool(false))
    #expect(try client.call(Ask.unsubscribe(5, "s2"))["result"]?["unsubscribed"] == .bool(true))
    #expect(await topic.watchers == 0)
    await topic.change()
    #expect(try client.call(Ask.ping(6)).id == 6)
    #expect(await server.see { $0.sessions[0].isIdle })
  }

  @Test func subscribe_waits_until_the_state_is_known() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, isKnown: false)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(await server.until { $0.inFlight.count == 1 })
    // Nobody follows it yet, so this is no event.
    await topic.change(times: 2)
    await topic.becomeKnown()
    #expect(try client.reply()["result"]?["topics"]?["test"]?["data"]?["value"]?.intValue == 2)
    await topic.change()
    #expect(try client.event()?.value == 3)
  }

  /// What was changed is not to be told to the others before the interval is over.
  @Test func who_subscribes_meanwhile_has_the_present_state_and_no_event_of_it() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, interval: 300)
    let (first, second) = (try await server.connect(), try await server.connect())
    try first.send(Ask.subscribe(1, "test"))
    #expect(try first.reply().id == 1)
    await topic.change(times: 2)
    try second.send(Ask.subscribe(1, "test"))
    let state = try second.reply()["result"]?["topics"]?["test"]
    #expect(state?["data"]?["value"] == 2 && state?["rev"] == 3)
    #expect(try first.event() == ReceivedEvent("s1", "test", rev: 2, value: 1))
    #expect(try first.event() == ReceivedEvent("s1", "test", rev: 3, value: 2))
    #expect(try second.call(Ask.ping(2)).id == 2)
    await topic.change()
    #expect(try second.event() == ReceivedEvent("s1", "test", rev: 4, value: 3))
    #expect(try first.event() == ReceivedEvent("s1", "test", rev: 4, value: 3))
  }

  @Test func topic_that_fails_is_named_and_the_others_are_there() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    await topic.fail(RPCError(.storageError, .words("nobody answers"), Advice(.waitThenTry)))
    let client = try await server.connect()
    // Alone it is an error, and nothing is followed.
    let alone = try client.call(Ask.subscribe(1, "test"))
    #expect(alone.kind == "storage_error" && alone["error"]?["data"]?["topic"] == "test")
    #expect(await topic.watchers == 0)
    let reply = try client.call(Ask.subscribe(2, "test", "server"))["result"]
    #expect(reply?["topics"]?.objectValue?.map(\.name) == ["server"])
    #expect(reply?["errors"]?.objectValue?.map(\.name) == ["test"])
    let error = reply?["errors"]?["test"]
    #expect(error?["message"] == "nobody answers" && error?["data"]?["kind"] == "storage_error")
    #expect(error?["data"]?["hint"] == "wait, then try again")
    // It is told as soon as it is there.
    await topic.becomeKnown()
    #expect(try client.event()?.topic == "test")
    #expect(try client.call(Ask.ping(3)).id == 3)
    await topic.change()
    #expect(try client.event()?.value == 1)
  }

  @Test func nothing_is_asked_for_when_who_waits_for_a_state_has_gone() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server)
    await topic.fail(RPCError(.storageError, .words("nobody answers")))
    let client = try await server.connect()
    _ = try client.call(Ask.subscribe(1, "test", "server"))
    #expect(await topic.isSought)
    _ = try client.call(Ask.unsubscribe(2, "s1"))
    #expect(await !topic.isSought)
    #expect(await topic.watchers == 0)
  }

  @Test func who_gave_up_waiting_gets_no_events() async throws {
    let server = await InProcess.make()
    let topic = await TestTopic(server, isKnown: false)
    let client = try await server.connect()
    try client.send(Ask.subscribe(1, "test"))
    #expect(await server.until { $0.inFlight.count == 1 })
    // Its task has begun to wait.
    for _ in 1...3 { await EndOfTurnWaiter.wait() }
    try client.send(Ask.cancel(2, of: 1))
    #expect(try client.reply().kind == "cancelled")
    #expect(try client.reply()["result"]?["cancelled"] == .bool(true))
    await topic.becomeKnown()
    await topic.change(times: 2)
    #expect(try client.call(Ask.ping(3)).id == 3)
    #expect(await topic.watchers == 0)
  }

  @Test func table_names_topics_once_and_finds_them() {
    let names = TopicTable.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names where name != "browse:LIST" { #expect(TopicTable.topic(named: name)?.name == name) }
    #expect(TopicTable.topic(named: "browse:trending/tv")?.name == "browse:trending/tv")
    for name in ["nope", "browse:LIST", "browse:", "browse:nope", "browse:upcoming/tv", "browse:trending/"] {
      #expect(TopicTable.topic(named: name) == nil, "\(name)")
    }
    #expect(TopicTable.all.allSatisfy { !$0.summary.isEmpty && 0...$0.progressInterval ~= $0.minInterval })
  }
}
