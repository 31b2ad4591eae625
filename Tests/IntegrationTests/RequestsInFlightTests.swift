import JSONRPC
import TestSupport
import Testing

/// Requests of a connection over its share wait until there is room, and go on by themselves then.
@Suite struct RequestsInFlightTests {
  private let ping = #"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#

  /// Searches that wait are the requests that take a while.
  private func search(_ id: Int, _ wait: Int = 200) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":{"q":"xyzzy","debounce_ms":\#(wait)}}"#
  }

  @Test func cancel_is_read_while_requests_wait_for_a_place() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.in_flight = 4"])
    let client = try daemon.connect()
    let cancel = #"{"jsonrpc":"2.0","id":"cancel","method":"cancel","params":{"id":1}}"#
    _ = try client.call(search(0, 1))
    try client.send(((1...5).map { search($0, 400) } + [ping, cancel]).joined(separator: "\n"))
    let replies = try (0..<7).map { _ in try client.reply() }
    // The fifth search has no place, and the ping waits behind it.
    #expect(replies[0]["id"]?.intValue == 1 && replies[0]["error"]?["data"]?["by"] == "cancel")
    #expect(replies[1]["id"] == "cancel" && replies[1]["result"]?["cancelled"] == true)
    #expect(replies[2]["id"] == "ping")
    #expect(Set(replies.dropFirst(3).compactMap { $0["id"]?.intValue }) == [2, 3, 4, 5])
  }

  @Test func items_of_a_batch_count() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.in_flight = 4"])
    let client = try daemon.connect()
    try client.send(search(1))
    try client.send("[" + (2...5).map { search($0, 1) }.joined(separator: ",") + "]")
    try client.send(ping)
    // Four more have no room beside the first, and what comes after them waits as well.
    #expect(try client.reply()["id"]?.intValue == 1)
    var kinds: Set<String> = []
    for _ in 0..<2 { kinds.insert(try client.reply().arrayValue.map { "batch of \($0.count)" } ?? "ping") }
    #expect(kinds == ["batch of 4", "ping"])
  }

  @Test func batch_as_large_as_allowed_has_room_when_nothing_else_is_under_way() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.in_flight = 1"])
    let client = try daemon.connect()
    let batch = try client.call("[" + (1...64).map { search($0, 1) }.joined(separator: ",") + "]")
    #expect(batch.arrayValue?.compactMap { $0["id"]?.intValue } == Array(1...64))
  }

  @Test func half_close_with_64_under_way_is_answered_whole() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    try client.send((1...64).map { search($0, 50) }.joined(separator: "\n"))
    client.shutDown()
    let replies = try client.lines().compactMap { try JSONValue(parsing: $0)["id"]?.intValue }
    #expect(Set(replies) == Set(1...64) && replies.count == 64)
  }

  /// More than may be under way, and more than one read takes.
  @Test func half_close_with_much_more_than_has_room_is_answered_whole() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.in_flight = 8"])
    let client = try daemon.connect()
    try client.send((1...400).map { search($0, 1) }.joined(separator: "\n"))
    client.shutDown()
    let replies = try client.lines().compactMap { try JSONValue(parsing: $0)["id"]?.intValue }
    #expect(Set(replies) == Set(1...400) && replies.count == 400)
  }

  @Test func vanished_clients_leave_nothing_behind() throws {
    let daemon = try SpawnedDaemon()
    for round in 0..<20 {
      let client = try daemon.connect()
      try client.send((1...64).map { search($0, 2000) }.joined(separator: "\n"))
      // Every other one in the middle of a message.
      if round % 2 == 0 { try client.send(Array("{\"jsonrpc".utf8)) }
      if round % 3 == 0 { client.shutDown() }
    }
    let client = try daemon.connect()
    let status = #"{"jsonrpc":"2.0","id":1,"method":"status"}"#
    try Wait.until("all are forgotten, long before their time") {
      let result = try client.call(status)["result"]
      return result?["in_flight"]?.intValue == 0 && result?["connections"]?.intValue == 1
    }
  }
}
