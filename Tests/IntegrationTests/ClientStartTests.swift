import Glibc
import JSONRPC
import TestSupport
import Testing

/// The client starts a daemon that is missing, or says why there is none.
@Suite struct ClientStartTests {
  @Test func missing_daemon_is_started_and_outlives_the_client() throws {
    let home = try Home()
    let pids = try (0..<3).map { _ in try pid(home.client(["call", "status"])) }
    #expect(Set(pids).count == 1)
    // A session of its own, nothing inherited, its log in the file.
    let daemon = try #require(pids.first)
    #expect(getsid(daemon) == daemon)
    let open = ProcessFigures.names(in: "/proc/\(daemon)/fd").compactMap { link("/proc/\(daemon)/fd/\($0)") }
    #expect(open.filter { $0 == "/dev/null" }.count >= 3)
    #expect(!open.contains { $0.hasSuffix("/err") || $0.hasSuffix("/out") })
    #expect(TemporaryFolder.read(home.path + "/.local/state/movierpc/log").contains("listens"))
  }

  /// Descriptors and ignored signals that a host forgot do not live on in the daemon.
  @Test func what_the_host_left_open_is_not_inherited() throws {
    let home = try Home()
    let lock = open(home.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(lock) }
    let outcome = try home.client(["call", "status"], descriptors: [7: lock])
    let daemon = try pid(outcome)
    let open = ProcessFigures.names(in: "/proc/\(daemon)/fd").compactMap { link("/proc/\(daemon)/fd/\($0)") }
    #expect(!open.contains(home.path + "/lock"))
  }

  @Test func mistake_in_the_configuration_is_told_in_the_daemons_words() throws {
    let home = try Home()
    try home.configure(["page_size = 20", "page_siez = 10"])
    let outcome = try home.client(["call", "ping"])
    #expect(outcome.status == 3)
    #expect(
      outcome.errors == """
        movierpc: the daemon could not start: \(home.path)/.config/movierpc/config.toml:2: there is no setting page_siez; \
        did you mean page_size? (unreachable)
        its log: \(home.path)/.local/state/movierpc/log

        """)
    // What it names says the same.
    let log = TemporaryFolder.read(home.path + "/.local/state/movierpc/log")
    #expect(log.contains("error: could not start: ") && log.contains("config.toml:2: there is no setting"))
    let doctor = try home.client(["doctor"])
    let findings = try JSONValue(parsing: doctor.output)["findings"]?.arrayValue
    let finding = findings?.first { $0["name"] == "configuration" }
    #expect(doctor.status == 1 && finding?["state"] == "problem")
    let message = finding?["message"]?.stringValue ?? ""
    #expect(message.contains("config.toml:2: there is no setting page_siez"), "\(message)")
    #expect(finding?["hint"]?.stringValue?.hasPrefix("fix it: the daemon cannot start with it") == true)
    #expect(access(home.socket, F_OK) != 0)
  }

  /// Its systemd does not run: the unit's restrictions are missing.
  @Test func daemon_without_its_enabled_unit_is_told() throws {
    let home = try Home()
    let place = home.path + "/.config/systemd/user/sockets.target.wants"
    _ = try Program.run("mkdir", ["-p", place])
    try #require(symlink("/nowhere", place + "/movierpcd.socket") == 0)
    let outcome = try home.client(["call", "ping"])
    #expect(outcome.status == 0 && outcome.output == #"{"pong":true}"# + "\n")
    let reason = "systemd --user does not run, \(home.path)/run/systemd/private is missing"
    #expect(
      outcome.errors == "the daemon is started without its unit movierpcd.service: \(reason)\n",
      "\(outcome.errors)")
    #expect(try home.client(["call", "ping"]).errors == "")
  }

  /// Also as root, who may write anywhere: there is a file where the folder would be.
  @Test func daemon_that_can_have_no_log_starts_all_the_same() throws {
    let home = try Home()
    try TemporaryFolder.write("", to: home.path + "/file")
    let outcome = try home.client(["call", "ping"], environment: ["XDG_STATE_HOME": home.path + "/file"])
    #expect(outcome.status == 0 && outcome.output == #"{"pong":true}"# + "\n", "\(outcome.errors)")
  }

  @Test func folder_that_cannot_be_made_is_told() throws {
    let home = try Home()
    try TemporaryFolder.write("", to: home.path + "/file")
    let outcome = try home.client(["call", "ping"], environment: ["XDG_DATA_HOME": home.path + "/file"])
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains(
        "could not start: cannot create the folder \(home.path)/file/movierpc: Not a directory"))
    #expect(access(home.socket, F_OK) != 0)
  }

  @Test func library_in_use_is_told_with_its_user() throws {
    let home = try Home()
    let other = try SpawnedDaemon(home: home.folder, socket: home.path + "/other")
    _ = try other.connect()
    let outcome = try home.client(["call", "ping"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("another movierpcd uses the library in"))
    #expect(outcome.errors.contains("pid \(other.program.pid), socket \(other.socket)"))
  }

  @Test func socket_path_that_is_taken_by_a_file_is_told() throws {
    let home = try Home()
    try TemporaryFolder.write("mine", to: home.path + "/file")
    let outcome = try home.client(["call", "ping", "--socket", home.path + "/file"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("\(home.path)/file"))
    #expect(TemporaryFolder.read(home.path + "/file") == "mine")
  }

  @Test func client_without_a_daemon_beside_it_looks_in_PATH() throws {
    let home = try Home()
    let copy = home.path + "/movierpc"
    _ = try Program.run("cp", [SpawnedDaemon.clientPath, copy])
    let alone = try Program.run(copy, ["call", "ping"], environment: home.environment)
    #expect(alone.status == 3)
    #expect(alone.errors.contains("movierpcd is neither in this program's folder nor in PATH"))
    let bin = home.path + "/bin"
    mkdir(bin, 0o755)
    symlink(SpawnedDaemon.path, bin + "/movierpcd")
    let found = try Program.run(
      "/bin/sh", ["-c", #"PATH=$1:$PATH; exec "$0" call ping"#, copy, bin], environment: home.environment)
    #expect(found.output == "{\"pong\":true}\n", "\(found.errors)")
  }

  /// A socket path relative to where the client was started means the same to the daemon, which runs
  /// elsewhere.
  @Test func relative_socket_path_is_the_clients() throws {
    let home = try Home()
    home.environment["MOVIERPC_SOCKET"] = home.socket
    let words = #"mkdir -p "$HOME/run"; cd "$HOME/run" && exec "$0" call ping --socket movierpc/socket"#
    let outcome = try Program.run(
      "/bin/sh", ["-c", words, SpawnedDaemon.clientPath], environment: home.environment)
    #expect(outcome.output == "{\"pong\":true}\n", "\(outcome.errors)")
    #expect((try? LineClient(path: home.socket)) != nil)
  }

  /// A daemon that is ending takes nobody any more, but still holds its locks.
  @Test func client_that_comes_while_a_daemon_ends_gets_the_next_one() throws {
    let home = try Home()
    try home.configure(["limits.drain_ms = 60000"])
    let first = try pid(home.client(["call", "status"]))
    let waiting = try LineClient(path: home.socket)
    let search = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"xyzzy","debounce_ms":1000}}"#
    try waiting.send(search + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    #expect(try waiting.reply()["id"]?.intValue == 2)
    kill(first, SIGTERM)
    try Wait.until("it takes no connection") { (try? LineClient(path: home.socket)) == nil }
    // The next one waits for its locks for 2.5 s, in which the first may not have ended on a busy machine.
    let outcome = try Wait.forValue("the first has ended in time") {
      let outcome = try home.client(["call", "status"])
      return outcome.errors.contains("but accepts no connections") ? nil : outcome
    }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try pid(outcome) != first)
    #expect(try waiting.reply()["result"] != nil)
  }

  /// Two hundred clients at once find no daemon: one comes to be, and answers them all.
  @Test func two_hundred_starts_make_one_daemon() throws {
    let home = try Home()
    let words = ["call", "hello", "--timeout", "240"]
    let clients = try (0..<200).map { _ in try home.start(words) }
    let outcomes = try clients.map { client in
      let outcome = try client.wait()
      return try Home.isTooEarly(outcome) ? home.client(words) : outcome
    }
    let failures = outcomes.filter { $0.status != 0 }
    #expect(failures.isEmpty, "\(failures.count) failed: \(failures.first?.errors ?? "")")
    let instances = Set(outcomes.compactMap { try? JSONValue(parsing: $0.output)["instance"]?.stringValue })
    // Why one ended is in its log.
    let log = TemporaryFolder.read(home.path + "/.local/state/movierpc/log")
    #expect(instances.count == 1, "\(log)")
    // Those that came second may still be on their way out.
    try Wait.until("one process is left") { ProcessFigures.all(withArgument: home.socket).count == 1 }
    let left = ProcessFigures.all(withArgument: home.socket)
    #expect(TemporaryFolder.read(home.socket + ".lock").hasPrefix("pid \(left.first ?? 0), "))
    #expect(try pid(home.client(["call", "status"])) == left.first)
  }

  private func pid(_ outcome: Program.Outcome) throws -> pid_t {
    let status = try JSONValue(parsing: outcome.output)
    return pid_t(status["pid"]?.intValue ?? 0)
  }

  private func link(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
