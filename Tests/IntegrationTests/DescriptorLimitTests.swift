import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct DescriptorLimitTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  /// The daemon keeps some for itself: each client gets an answer, and files can be opened.
  @Test func out_of_descriptors_is_no_trouble() throws {
    let daemon = try SpawnedDaemon(shell: "ulimit -Sn 64; ulimit -Hn 64")
    let first = try daemon.connect()
    var served: [LineClient] = []
    for _ in 0..<100 {
      let client = try LineClient(path: daemon.socket)
      // A client may be rejected before it has written.
      try? client.send(ping)
      let reply = try JSONValue(parsing: try #require(try client.line()))
      if reply["result"] != nil {
        served.append(client)
      } else {
        #expect(reply.kind == "overloaded")
        #expect(reply["error"]?["data"]?["hint"]?.stringValue?.contains("LimitNOFILE") == true, "\(reply)")
      }
    }
    #expect(served.count == 15)
    #expect(try first.ask("watchlist.add", #"{"key":"movie/438631"}"#)["result"] != nil)
    #expect(try first.ask("search", #"{"q":"alien"}"#)["result"] != nil)
    for client in served { #expect(try client.call(ping)["result"] != nil) }

    served.removeAll()
    try Wait.until("new clients are served again") {
      guard let client = try? LineClient(path: daemon.socket) else { return false }
      try? client.send(ping)
      return try client.line()?.contains("result") == true
    }
    #expect(try daemon.stop().status == 0)
  }

  @Test func soft_limit_is_raised_as_far_as_needed() throws {
    let daemon = try SpawnedDaemon(shell: "ulimit -Sn 64")
    let clients = try (0..<200).map { _ in try daemon.connect() }
    for client in clients { #expect(try client.call(ping)["result"] != nil) }
  }
}
