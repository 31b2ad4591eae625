import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct DescriptorLimitTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  /// Serves as many as it can, turns the others away and does not spin meanwhile.
  @Test func out_of_descriptors_is_no_trouble() throws {
    let daemon = try SpawnedDaemon(shell: "ulimit -Sn 64; ulimit -Hn 64")
    _ = try daemon.connect()
    var served: [LineClient] = []
    for _ in 0..<100 {
      let client = try LineClient(path: daemon.socket)
      // One that is turned away may be so before it has written.
      try? client.send(ping)
      if try client.line() != nil { served.append(client) }
    }
    #expect((16..<64).contains(served.count), "\(served.count) served")
    let figures = ProcessFigures(daemon.program.pid)

    // Half a second holds 50 ticks; a daemon that spins uses most of them, each time.
    try Wait.until("it does not spin") {
      let before = figures.ticks
      usleep(500_000)
      return figures.ticks - before < 10
    }
    for client in served { #expect(try client.call(ping)["result"] != nil) }

    served.removeAll()
    try Wait.until("new clients are served again") {
      guard let client = try? LineClient(path: daemon.socket) else { return false }
      try? client.send(ping)
      return try client.line() != nil
    }
    #expect(try daemon.stop().status == 0)
  }

  @Test func soft_limit_is_raised_as_far_as_needed() throws {
    let daemon = try SpawnedDaemon(shell: "ulimit -Sn 64")
    let clients = try (0..<200).map { _ in try daemon.connect() }
    for client in clients { #expect(try client.call(ping)["result"] != nil) }
  }
}
