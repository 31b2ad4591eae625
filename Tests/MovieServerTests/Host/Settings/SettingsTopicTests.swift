import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// The topic `settings`: changes that take their time, and what is told of them.
@Suite(.timeLimit(.minutes(20))) struct SettingsTopicTests {
  private func set(_ id: Int, _ values: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"settings.update","params":{"set":{\#(values)}}}"#
  }

  private func value(_ data: JSONValue?, _ name: String) -> JSONValue? { data?["settings"]?[name]?["value"] }

  @Test func reply_to_a_change_comes_before_its_event() async throws {
    let server = await InProcess.make()
    let (client, other) = (try await server.connect(), try await server.connect())
    for one in [client, other] {
      let state = try one.call(Ask.subscribe(0, "settings"))["result"]?["topics"]?["settings"]
      #expect(state?["rev"]?.intValue == 1)
      #expect(value(state?["data"], "page_size")?.intValue == 20)
    }
    for size in 1...20 {
      let reply = try client.call(set(size, #""page_size":\#(size)"#))
      #expect(reply.id == size)
      let event = try client.reply()
      #expect(ReceivedEvent(event)?.revision == size + 1)
      #expect(event["params"]?["data"]?["settings"] == reply["result"]?["settings"])
      #expect(try other.reply() == event)
    }
  }

  /// Those the library has done by the same turn are one state.
  @Test func changes_sent_at_once_are_told_in_their_order() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    #expect(try client.call(Ask.subscribe(0, "settings"))["result"] != nil)
    try client.send((1...50).map { set($0, #""debounce_ms":\#($0)"#) }.joined(separator: "\n"))
    var (answered, told, revision) = (0, 0, 1)
    while told < 50 {
      let message = try client.reply()
      if let event = ReceivedEvent(message) {
        let debounce = value(message["params"]?["data"], "debounce_ms")?.intValue ?? 0
        #expect(debounce > told && debounce <= answered)
        // The replies alone fill the socket's buffer.
        let next = revision + 1 + (event.dropped ?? 0)
        #expect(event.revision == next)
        (told, revision) = (debounce, next)
      } else {
        answered += 1
        #expect(message.id == answered)
      }
    }
  }

  @Test func batch_with_a_change_is_answered_before_the_event() async throws {
    let (server, titles) = await InProcess.holding()
    let (client, other) = (try await server.connect(), try await server.connect())
    for one in [client, other] { #expect(try one.call(Ask.subscribe(0, "settings"))["result"] != nil) }
    try client.send("[" + set(1, #""region":"DE""#) + "," + Ask.search(2, "a") + "]")
    await titles.untilAsked(1)
    let told = try other.reply()
    #expect(value(told["params"]?["data"], "region") == "DE")
    #expect(try client.call(Ask.ping(3)).id == 3)
    await titles.releaseAll()
    #expect(try client.reply().arrayValue?.map(\.id) == [1, 2])
    #expect(try client.reply() == told)
  }

  @Test func secrets_are_not_told() async throws {
    let server = await InProcess.make(try ConfigurationFile.parse(SpawnedDaemon.withoutTMDB, path: "f"))
    let client = try await server.connect()
    #expect(try client.call(Ask.subscribe(0, "settings"))["result"] != nil)
    #expect(try client.call(set(1, #""tmdb.key":"0123456789abcdef0123456789abcdef""#))["result"] != nil)
    let event = try client.reply()
    #expect(value(event["params"]?["data"], "tmdb.key") == ["set": true])
    #expect(!event.text().contains("0123456789abcdef"))
    #expect(SchemaCheck.faults(inEvent: event) == [])
  }
}
