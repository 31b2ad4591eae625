import JSONRPC
import TestSupport
import Testing

/// Random bytes and damaged messages from a seeded generator: the same ones on every run.
@Suite struct GarbageTests {
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private static let good = [
    ping, #"{"jsonrpc":"2.0","id":"a","method":"search","params":{"q":"dune","page_size":2}}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"search","params":["dune","any",null,1,1]}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"hello","params":{"client":"x","require":["batch"]}}"#,
    #"[{"jsonrpc":"2.0","id":4,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},7]"#,
    #"{"jsonrpc":"2.0","id":5,"method":"cancel","params":{"id":"\u00e9"}}"#, "",
    "Content-Length: 5\r\n\r\n[1,2]",
  ]

  @Test func daemon_survives_garbage() throws {
    let daemon = try SpawnedDaemon()
    let steady = try daemon.connect()
    var random = SplitMix(state: 0x6D6F_7669_6572_7063)
    for round in 0..<400 {
      let client = try daemon.connect()
      let bytes = Self.message(&random)
      // Now and then in pieces, now and then without waiting for the answer.
      let cut = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
      try? client.send(Array(bytes[..<cut]))
      try? client.send(Array(bytes[cut...]))
      if round % 7 != 0 {
        client.shutDown()
        for line in try client.rest().split(separator: 10) where line.first == UInt8(ascii: "{") {
          #expect(
            (try? JSONValue(parsing: line.span))?["jsonrpc"] == "2.0",
            "round \(round): \(String(decoding: line, as: UTF8.self))")
        }
      }
      let reply = try steady.call(Self.ping)
      #expect(reply["result"]?["pong"] == true, "round \(round)")
    }
    #expect(try daemon.stop().status == 0)
  }

  private static func message(_ random: inout SplitMix) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0...(random.next() % 4) {
      if random.next() % 4 == 0 {
        bytes += (0..<(random.next() % 600)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      } else {
        var one = Array(good[Int(random.next() % UInt64(good.count))].utf8)
        for _ in 0..<(random.next() % 4) where !one.isEmpty { damage(&one, &random) }
        bytes += one
      }
      if random.next() % 5 != 0 { bytes.append(10) }
    }
    // Never a whole `shutdown`: none of the good ones is, and chance will not write one.
    return bytes
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    let place = Int(random.next() % UInt64(bytes.count))
    switch random.next() % 6 {
    case 0: bytes[place] ^= 1 << UInt8(random.next() % 8)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
    case 3: bytes.removeSubrange(place...)
    case 4: bytes.insert(contentsOf: bytes[place...], at: place)
    default: bytes.insert(contentsOf: Array("[{\"\\u0000,:]}".utf8), at: place)
    }
  }
}

/// https://prng.di.unimi.it/splitmix64.c
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
