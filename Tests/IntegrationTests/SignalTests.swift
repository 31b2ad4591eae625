import FakeTMDB
import Glibc
import JSONRPC
import TestSupport
import Testing

@Suite struct SignalTests {
  private let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#

  private func search(_ wait: Int) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"xyzzy","debounce_ms":\#(wait)}}"#
  }

  @Test(arguments: [SIGTERM, SIGINT]) func end_waits_for_what_is_under_way(_ signal: Int32) throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.drain_ms = 60000"])
    let client = try daemon.connect()
    // In one piece. The first answer shows that the search before it has begun.
    try client.send(search(2000) + "\n" + ping)
    #expect(try client.reply()["id"] == "p")
    daemon.program.signal(signal)
    #expect(try client.reply()["result"]?["results"]?.text() == "[]")
    #expect(try client.line() == nil)
    #expect(try daemon.outcome().status == 0)
  }

  /// A signal may come together with the first client, before anything else has happened.
  @Test func signal_right_after_the_start_is_an_orderly_end() throws {
    for _ in 0..<40 {
      let home = try TemporaryFolder()
      let daemon = try SpawnedDaemon(home: home, configuration: ["catalogue.embedded = false"])
      // Without a pause between the tries: the moment is what this is about.
      while (try? LineClient(path: daemon.socket)) == nil, !daemon.program.hasEnded {}
      daemon.program.signal(SIGTERM)
      daemon.program.signal(SIGTERM)
      #expect(try daemon.outcome().status == 0)
      #expect(access(daemon.socket, F_OK) != 0)
    }
  }

  @Test func second_signal_does_not_wait() throws {
    let upstream = try UpstreamHome(["limits.drain_ms = 60000"])
    upstream.fake.set(imageFault: .hang)
    let client = try upstream.connect()
    // Under way for longer than a search can be made to wait.
    let image = #"{"jsonrpc":"2.0","id":1,"method":"image","params":{"path":"/p1.jpg","timeout_ms":120000}}"#
    try client.send(image + "\n" + ping)
    #expect(try client.reply()["id"] == "p")
    upstream.daemon.program.signal(SIGTERM)
    try Wait.until("it takes no connection") { (try? LineClient(path: upstream.daemon.socket)) == nil }
    #expect(try client.call(ping)["error"]?["data"]?["kind"]?.stringValue == "overloaded")
    upstream.daemon.program.signal(SIGTERM)
    #expect(try client.reply()["error"]?["data"]?["by"]?.stringValue == "shutdown")
    #expect(try client.line() == nil)
    #expect(try upstream.daemon.outcome().status == 0)
  }

  /// All of it lies in the kernel when the daemon comes to see the signal.
  @Test func what_came_before_the_end_is_answered() throws {
    for _ in 0..<5 {
      let daemon = try SpawnedDaemon(configuration: ["catalogue.embedded = false"])
      let client = try daemon.connect()
      _ = try client.call(ping)
      daemon.program.signal(SIGSTOP)
      try client.send(ping)
      let late = try (0..<100).map { _ in try LineClient(path: daemon.socket) }
      for one in late { try one.send(ping) }
      daemon.program.signal(SIGTERM)
      daemon.program.signal(SIGCONT)
      for one in late + [client] {
        let reply = try one.reply()
        let isTold = reply["error"]?["data"]?["kind"]?.stringValue == "overloaded"
        #expect(isTold || reply["result"]?["pong"] == true, "\(reply.text())")
      }
      #expect(try daemon.outcome().status == 0)
    }
  }

  /// Bytes wait for it, and it never takes them.
  @Test func client_that_does_not_read_cannot_hold_the_end() throws {
    let daemon = try SpawnedDaemon(configuration: ["limits.drain_ms = 100"])
    let client = try daemon.connect()
    let discover = Array((#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n").utf8)
    _ = client.sendWhileTaken(Array(repeatElement(discover, count: 64).joined()))
    daemon.program.signal(SIGTERM)
    #expect(try daemon.outcome().status == 0)
  }

  @Test func hangup_reads_the_configuration_again() throws {
    let daemon = try SpawnedDaemon(configuration: ["page_size = 1"])
    let client = try daemon.connect()
    let search = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#
    #expect(try client.call(search)["result"]?["results"]?.arrayValue?.count == 1)
    try TemporaryFolder.write("page_size = 2\n", to: daemon.configurationFile)
    daemon.program.signal(SIGHUP)
    try daemon.log(holding: "configuration reloaded")
    let next = try client.call(search)["result"]
    #expect(next?["results"]?.arrayValue?.count == 2)
    #expect(next?["page_size"]?.intValue == 2)
  }

  @Test func bad_file_at_hangup_keeps_the_old_configuration_and_names_the_line() throws {
    let daemon = try SpawnedDaemon(configuration: ["page_size = 1"])
    let client = try daemon.connect()
    try TemporaryFolder.write(
      "debounce_ms = 100\npage_size = 2\nnonsense = 7\n", to: daemon.configurationFile)
    daemon.program.signal(SIGHUP)
    let log = try daemon.log(holding: "configuration not reloaded")
    #expect(log.contains("\(daemon.configurationFile):3: there is no setting nonsense"))
    let search = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune"}}"#
    #expect(try client.call(search)["result"]?["page_size"]?.intValue == 1)
  }

  /// A service manager's or a shell's mask is inherited.
  @Test(.needs("python3", of: "python3")) func signals_that_a_parent_blocked_are_heard() throws {
    let home = try TemporaryFolder()
    let blocked = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let daemon = try Program(
      "python3", ["-c", blocked, SpawnedDaemon.path], environment: SpawnedDaemon.environment(home))
    try Wait.until("it listens: \(daemon.errors)") { daemon.errors.contains("listens") }
    daemon.signal(SIGTERM)
    #expect(try daemon.wait().status == 0)
  }
}
