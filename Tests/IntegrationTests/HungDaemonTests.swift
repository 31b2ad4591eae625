import Glibc
import JSONRPC
import TestSupport
import Testing

/// A daemon that neither answers nor can be found at its socket is ended all the same, and said by `doctor`.
@Suite struct HungDaemonTests {
  /// A short time for its end is recorded in its locks.
  private func started(_ home: Home) throws -> pid_t {
    try home.configure(["limits.drain_ms = 100"])
    #expect(try home.client(["daemon", "start"]).status == 0)
    let status = try JSONValue(parsing: try home.client(["status"]).output)
    return pid_t(try #require(status["pid"]?.intValue))
  }

  private func finding(_ home: Home) throws -> JSONValue? {
    let page = try JSONValue(parsing: try home.client(["doctor"]).output)
    return page["findings"]?.arrayValue?.first { $0["name"] == "daemon" }
  }

  @Test func restart_replaces_a_daemon_that_hangs() throws {
    let home = try Home()
    let pid = try started(home)
    #expect(try home.client(["favorites", "add", "movie/78"]).status == 0)
    kill(pid, SIGSTOP)
    let hangs = try finding(home)
    #expect(hangs?["state"] == "problem")
    #expect(hangs?["message"]?.stringValue == "movierpcd (pid \(pid)) does not answer")
    // Once: tried again, it would find the new daemon, which does not hang.
    let outcome = try home.start(["--timeout", "240", "daemon", "restart"]).wait()
    let killed = "movierpcd (pid \(pid)) did not answer and was killed\n"
    if Home.isTooEarly(outcome) {
      #expect(outcome.errors.hasPrefix(killed), "\(outcome)")
    } else {
      #expect(outcome.status == 0 && outcome.output.contains("has been started"), "\(outcome)")
      #expect(outcome.errors == killed)
    }
    #expect(!ProcessFigures(pid).isAlive)
    #expect(try home.client(["favorites", "--format", "{key}"]).output == "movie/78\n")
  }

  @Test func stop_ends_a_daemon_that_hangs() throws {
    let home = try Home()
    let pid = try started(home)
    kill(pid, SIGSTOP)
    let outcome = try home.client(["--timeout", "240", "daemon", "stop"])
    #expect(outcome.output == "movierpcd (pid \(pid)) did not answer and was killed\n", "\(outcome)")
    #expect(!ProcessFigures(pid).isAlive)
  }

  /// Stopped, it cannot notice that its file is gone; the locks name it.
  @Test(arguments: ["/run/movierpc/socket", "/run"])
  func daemon_whose_socket_is_gone_is_found_by_its_locks(_ path: String) throws {
    let home = try Home()
    let pid = try started(home)
    kill(pid, SIGSTOP)
    _ = try Program.run("rm", ["-r", home.path + path])
    let lost = try finding(home)
    #expect(lost?["state"] == "problem")
    #expect(lost?["message"]?.stringValue?.contains("(pid \(pid)) runs, but its socket") == true)
    let refused = try home.client(["search", "dune"])
    #expect(refused.status == 3, "\(refused)")
    if path == "/run" {
      #expect(refused.errors.contains("stop it with movierpc --socket \(home.socket) daemon stop"))
    }
    let stopped = try home.client(["--timeout", "240", "daemon", "stop"])
    #expect(stopped.output == "movierpcd (pid \(pid)) did not answer and was killed\n", "\(stopped.errors)")
    let found = try home.client(["search", "dune", "--page-size", "1", "--format", "{title}"])
    #expect(found.output == "Dune\n", "\(found.errors)")
  }

  /// Stopped, it cannot make its socket again.
  @Test func restart_replaces_a_daemon_whose_socket_is_gone() throws {
    let home = try Home()
    let pid = try started(home)
    kill(pid, SIGSTOP)
    unlink(home.socket)
    let outcome = try home.client(["daemon", "restart"])
    #expect(outcome.status == 0 && outcome.output.contains("has been started"), "\(outcome)")
    #expect(outcome.errors == "movierpcd (pid \(pid)) did not answer and was killed\n")
    #expect(!ProcessFigures(pid).isAlive)
    #expect(try home.client(["call", "ping", "--no-spawn"]).output == "{\"pong\":true}\n")
  }

  @Test func daemon_at_another_socket_is_named_and_left_alone() throws {
    let home = try Home()
    let pid = try started(home)
    let elsewhere = ["XDG_RUNTIME_DIR": home.path + "/other"]
    let stopped = try home.client(["daemon", "stop"], environment: elsewhere)
    #expect(stopped.output == "movierpcd was not running\n")
    let page = try JSONValue(parsing: try home.client(["doctor"], environment: elsewhere).output)
    let found = page["findings"]?.arrayValue?.first { $0["name"] == "daemon" }
    #expect(found?["state"] == "problem")
    #expect(
      found?["message"]?.stringValue?.contains("(pid \(pid)) uses the library and listens at \(home.socket)")
        == true)
    #expect(ProcessFigures(pid).isAlive)
  }
}
