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

  /// From a shell: the state now, and no more.
  @Test func half_close_is_a_question_for_the_present_state() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    try client.send(subscribe)
    client.shutDown()
    #expect(try client.lines().count == 1)
  }
}
