import Glibc
import JSONRPC
import TestSupport
import Testing

/// The socket's file goes while the daemon runs: removed, moved, or under something that is mounted over it.
@Suite struct LostSocketTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#

  private func expectServed(_ daemon: SpawnedDaemon) throws {
    let client = try daemon.connect()
    try client.send(ping)
    #expect(try client.line() == pong)
  }

  @Test(arguments: [
    "rm $RUN/movierpc/socket", "rm -r $RUN", "mv $RUN $RUN-old", "mv $RUN/movierpc/socket $RUN/movierpc/x",
    "rm -r $RUN; mkdir -p $RUN",
  ])
  func socket_is_made_again(_ command: String) throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    for _ in 0..<2 {
      // Whatever becomes of it: the daemon may be faster than rm.
      _ = try Program.run(
        "sh", ["-c", command], environment: ["RUN": daemon.home.path + "/run"])
      try expectServed(daemon)
      unlink(daemon.home.path + "/run/movierpc/x")
      _ = try Program.run("rm", ["-rf", daemon.home.path + "/run-old"])
    }
    // Who was connected stays so.
    try client.send(ping)
    #expect(try client.line() == pong)
    // The place is taken as before.
    let second = try SpawnedDaemon(socket: daemon.socket).outcome()
    #expect(second.errors.contains("running already: pid \(daemon.program.pid)"), "\(second.errors)")
    #expect(try daemon.stop().status == 0)
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func connection_not_accepted_yet_stays_when_the_socket_is_made_again() throws {
    let daemon = try SpawnedDaemon()
    try expectServed(daemon)
    let other = daemon.home.path + "/other"
    try #require(link(daemon.socket, other) == 0)
    // It sees the removal first, then the connection.
    daemon.program.signal(SIGSTOP)
    unlink(daemon.socket)
    let client = try LineClient(path: other)
    daemon.program.signal(SIGCONT)
    try client.send(ping)
    #expect(try client.line() == pong)
    try expectServed(daemon)
  }

  @Test func place_that_is_taken_ends_the_daemon() throws {
    let daemon = try SpawnedDaemon()
    let client = try daemon.connect()
    // A connection that is accepted only at the end is answered `overloaded`.
    try client.send(ping)
    #expect(try client.line() == pong)
    let file = daemon.home.path + "/mine"
    try TemporaryFolder.write("of value", to: file)
    try #require(rename(file, daemon.socket) == 0)
    let outcome = try daemon.outcome()
    #expect(outcome.status == 0 && outcome.errors.contains("which is not a socket"), "\(outcome)")
    #expect(TemporaryFolder.read(daemon.socket) == "of value")
    #expect(try client.line() == nil)
  }

  /// As after a login that mounts the runtime folder anew.
  @Test(.needsRoot, .needs("unshare", of: "util-linux"), .needs("nsenter", of: "util-linux"))
  func socket_is_made_again_where_something_is_mounted_over_it() throws {
    let home = try TemporaryFolder()
    mkdir(home.path + "/run", 0o700)
    let socket = home.path + "/run/movierpc/socket"
    let program = try Program(
      Program.find("unshare"), ["--mount", SpawnedDaemon.path],
      environment: SpawnedDaemon.environment(home))
    try Wait.until("it listens: \(program.errors)") { program.errors.contains("listens") }
    let inside = ["--target", "\(program.pid)", "--mount"]
    let mounted = try Program.run("nsenter", inside + ["mount", "-t", "tmpfs", "none", home.path + "/run"])
    #expect(mounted.status == 0, "\(mounted.errors)")
    try Wait.until("its file is there again: \(program.errors)") {
      program.errors.contains("socket was removed; created again")
    }
    let asked = try Program.run(
      "nsenter", inside + [SpawnedDaemon.clientPath, "--socket", socket, "--no-spawn", "call", "ping"],
      environment: SpawnedDaemon.environment(home))
    #expect(asked.output == #"{"pong":true}"# + "\n", "\(asked.errors)")
    program.signal(SIGTERM)
    #expect(try program.wait().status == 0)
  }
}
