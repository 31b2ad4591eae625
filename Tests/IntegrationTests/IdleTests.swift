import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct IdleTests {
  /// Neither for 64 idle clients that follow a topic nor for anything else: a thread that woke up would have
  /// been put to sleep again, which the kernel counts.
  @Test func idle_daemon_does_not_wake_up() throws {
    let daemon = try SpawnedDaemon()
    let clients = try (0..<64).map { _ in try daemon.connect() }
    for client in clients {
      #expect(
        try client.call(#"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#)["result"] != nil
      )
      #expect(
        try client.call(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":[["server"]]}"#)["result"]
          != nil)
    }
    let figures = ProcessFigures(daemon.program.pid)
    // A thread of the runtime may still be on its way to sleep, for long where the machine is busy, and searches
    // are written down within a second.
    let sleeps = (1...20).contains { _ in
      let before = figures.switches
      usleep(3_500_000)
      return figures.switches == before
    }
    #expect(sleeps)
    for client in clients {
      #expect(try client.call(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)["result"] != nil)
    }
  }
}
