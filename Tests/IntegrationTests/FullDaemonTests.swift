import TestSupport
import Testing

@Suite struct FullDaemonTests {
  @Test func daemon_that_takes_no_more_connections_can_be_stopped() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.connections = 1"])
    let only = try daemon.connect()
    _ = try only.call(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    let stop = try Program.run(
      SpawnedDaemon.clientPath, ["daemon", "stop"], environment: SpawnedDaemon.environment(daemon.home))
    #expect(stop.status == 0, "\(stop.errors)")
    #expect(try daemon.program.wait().status == 0)
  }
}
