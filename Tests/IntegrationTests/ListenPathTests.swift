import Glibc
import JSONRPC
import TestSupport
import Testing

/// The place of the socket: whose it is, and who may take it.
@Suite struct ListenPathTests {
  private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#

  @Test func folder_and_socket_are_for_their_owner_alone() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    #expect(mode(daemon.home.path + "/run/movierpc") == 0o700)
    #expect(mode(daemon.socket) == 0o600)
    #expect(mode(daemon.socket + ".lock") == 0o600)
    try daemon.stop()
    #expect(access(daemon.socket, F_OK) != 0)
  }

  @Test func socket_of_a_killed_daemon_is_taken_over() throws {
    let killed = try SpawnedDaemon()
    _ = try killed.connect()
    killed.program.signal(SIGKILL)
    #expect(try killed.program.wait().status == 128 + SIGKILL)
    #expect(access(killed.socket, F_OK) == 0)
    let next = try SpawnedDaemon(home: killed.home)
    let client = try next.connect()
    try client.send(ping)
    #expect(try client.line() == pong)
  }

  @Test func what_is_no_socket_is_refused_and_stays() throws {
    let home = try TemporaryFolder()
    let file = home.path + "/mine"
    try TemporaryFolder.write("of value", to: file)
    let outcome = try SpawnedDaemon(home: home, socket: file).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("listen on \(file), which is not a socket"))
    #expect(TemporaryFolder.read(file) == "of value")
  }

  @Test func socket_where_another_program_answers_is_refused() throws {
    let home = try TemporaryFolder()
    let other = try BoundSocket(home.path + "/other")
    let outcome = try SpawnedDaemon(home: home, socket: other.path).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("\(other.path), where another program listens"))
    #expect(access(other.path, F_OK) == 0)
  }

  @Test func second_daemon_on_the_socket_is_refused_and_names_the_first() throws {
    let first = try SpawnedDaemon()
    let client = try first.connect()
    // Another home, so that only the socket is shared.
    let outcome = try SpawnedDaemon(socket: first.socket).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("running already: pid \(first.program.pid), socket \(first.socket)"))
    try client.send(ping)
    #expect(try client.line() == pong)
    _ = try first.connect()
  }

  @Test func second_daemon_on_the_library_is_refused_and_names_the_first() throws {
    let first = try SpawnedDaemon()
    _ = try first.connect()
    let outcome = try SpawnedDaemon(home: first.home, socket: first.home.path + "/second").outcome()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "another movierpcd uses the library in \(first.home.path)/.local/share/movierpc: pid \(first.program.pid)"
      ))
    #expect(access(first.home.path + "/second", F_OK) != 0)
    _ = try first.connect()
  }

  @Test func path_longer_than_an_address_is_refused() throws {
    let home = try TemporaryFolder()
    let path = home.path + "/" + String(repeating: "x", count: 107 - home.path.utf8.count)
    #expect(path.utf8.count == 108)
    let outcome = try SpawnedDaemon(home: home, socket: path).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("a path longer than 107 bytes"))
  }

  /// The daemon serves nobody any more, so it ends by itself.
  @Test func socket_that_another_has_put_there_since_is_not_removed() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    let other = try BoundSocket(daemon.home.path + "/other")
    try #require(rename(other.path, daemon.socket) == 0)
    let outcome = try daemon.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("\(daemon.socket), where another program listens"))
    #expect(access(daemon.socket, F_OK) == 0)
  }

  @Test(.needsRoot) func folder_of_another_user_is_refused() throws {
    let home = try TemporaryFolder()
    mkdir(home.path + "/run", 0o755)
    mkdir(home.path + "/run/movierpc", 0o777)
    chown(home.path + "/run/movierpc", 54_321, 54_321)
    let outcome = try SpawnedDaemon(home: home).outcome()
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "use \(home.path)/run/movierpc, which does not belong to you: Operation not permitted"))
  }

  /// Folder and socket are opened to everyone first, as somebody might by mistake.
  @Test(.needsRoot, .needs("nc", of: "netcat-openbsd"), .needs("setpriv", of: "util-linux"))
  func another_user_is_not_served() throws {
    let daemon = try SpawnedDaemon()
    _ = try daemon.connect()
    for folder in [daemon.home.path, daemon.home.path + "/run", daemon.home.path + "/run/movierpc"] {
      chmod(folder, 0o755)
    }
    chmod(daemon.socket, 0o666)
    let asOther = ["--reuid", "54321", "--regid", "54321", "--clear-groups", "nc", "-U", "-N", daemon.socket]
    let stranger = try Program.run("setpriv", asOther, input: ping + "\n")
    #expect(stranger.output == "")
    #expect(try daemon.log(holding: "connection refused: another user").contains("uid=54321"))
    let owner = try Program.run("nc", ["-U", "-N", daemon.socket], input: ping + "\n")
    #expect(owner.output == pong + "\n")
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}
