import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc daemon ...`, `status`, `clients`, `methods` and `describe`.
@Suite struct DaemonCommandTests {
  @Test func daemon_is_started_restarted_and_stopped() throws {
    let home = try Home()
    let started = try home.client(["daemon", "start"])
    let first = pid(started.output)
    #expect(started.output == "movierpcd has been started: pid \(first), socket \(home.socket)\n")
    #expect(
      try home.client(["daemon", "start"]).output
        == "movierpcd is running already: pid \(first), socket \(home.socket)\n")
    let restarted = try home.client(["daemon", "restart"])
    let second = pid(restarted.output)
    #expect(second != first && second != 0)
    #expect(restarted.output == "movierpcd has been started: pid \(second), socket \(home.socket)\n")
    #expect(!ProcessFigures(first).isAlive)
    #expect(try home.client(["daemon", "stop"]).output == "movierpcd (pid \(second)) has ended\n")
    #expect(!ProcessFigures(second).isAlive)
    #expect(access(home.socket, F_OK) != 0)
    let again = try home.client(["daemon", "stop"])
    #expect(again.output == "movierpcd was not running\n" && again.status == 0)
    for outcome in [started, restarted, again] { #expect(outcome.errors == "") }
  }

  @Test func restart_with_a_mistake_in_the_configuration_leaves_the_daemon_running() throws {
    let home = try Home()
    let pid = pid(try home.client(["daemon", "start"]).output)
    try home.configure(["nonsense = 1"])
    let outcome = try home.client(["daemon", "restart"])
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors.contains("config.toml")
        && outcome.errors.hasSuffix("the daemon was not restarted: correct the file first\n"))
    #expect(ProcessFigures(pid).isAlive)
    #expect(
      try JSONValue(parsing: try home.client(["daemon", "status"]).output)["pid"]?.intValue == Int(pid))
  }

  @Test func restart_starts_the_daemon_as_it_was() throws {
    let home = try Home()
    let file = home.path + "/other.toml"
    try TemporaryFolder.write("limits.drain_ms = 4321\n", to: file)
    let daemon = try home.start(
      ["daemon", "run", "--config", file],
      environment: ["TMDB_API_KEY": "0123456789abcdef0123456789abcdef"])
    let client = try Wait.forValue("it listens: \(daemon.errors)") { try? LineClient(path: home.socket) }
    _ = try client.call(
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#)
    #expect(try home.client(["daemon", "restart"]).status == 0)
    var reason: String?
    while reason == nil { reason = try client.reply()["params"]?["data"]?["reason"]?.stringValue }
    #expect(reason == "restart")
    let settings = try home.client(["call", "settings"]).output
    #expect(settings.contains(#""limits.drain_ms":{"value":4321"#))
    #expect(settings.contains(#""tmdb.key":{"value":{"set":true},"from":"environment""#))
    try home.client(["daemon", "stop"])
  }

  @Test func log_is_printed_from_its_end() throws {
    let home = try Home()
    let none = try home.client(["daemon", "log"])
    #expect(none.status == 5 && none.errors.contains("movierpc daemon start"))
    try home.client(["daemon", "start"])
    #expect(try home.client(["daemon", "log"]).output.contains("listens"))
    #expect(try home.client(["daemon", "log", "--lines", "1"]).output.split(separator: "\n").count == 1)
    #expect(try home.client(["daemon", "log", "--lines", "-1"]).status == 2)
  }

  @Test func start_with_no_spawn_starts_nothing() throws {
    let home = try Home()
    #expect(try home.client(["daemon", "start", "--no-spawn"]).status == 3)
    #expect(access(home.socket, F_OK) != 0)
  }

  @Test func run_is_the_daemon_itself() throws {
    let home = try Home()
    let program = try home.start(["daemon", "run", "--socket", home.socket])
    let client = try Wait.forValue("it listens: \(program.errors)") { try? LineClient(path: home.socket) }
    let status = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)["result"]
    #expect(status?["pid"]?.intValue == Int(program.pid))
    #expect(program.errors.contains("listens"))
    program.signal(SIGTERM)
    #expect(try program.wait().status == 0)
    #expect(try home.client(["daemon", "run", "--nonsense"]).status != 0)
  }

  @Test func status_and_clients_are_one_line_of_JSON_in_a_pipe() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let client = try LineClient(path: home.socket)
    _ = try client.call(#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"client":"bar","version":"2"}}"#)
    let status = try home.client(["status"])
    #expect(status.output.filter { $0 == "\n" }.count == 1)
    #expect(try JSONValue(parsing: status.output)["connections"]?.intValue == 2)
    let clients = try JSONValue(parsing: try home.client(["clients"]).output)["clients"]?.arrayValue
    #expect(clients?.first?["client"] == "bar" && clients?.first?["pid"]?.intValue == Int(getpid()))
    #expect(clients?.last?["self"] == true)
  }

  @Test func methods_and_describe_need_no_daemon() throws {
    let home = try Home()
    let methods = try home.client(["methods"])
    #expect(methods.output.contains("search") && methods.status == 0)
    let describe = try home.client(["describe", "search"])
    #expect(describe.output.contains("debounce_ms") && describe.status == 0)
    let unknown = try home.client(["describe", "serch"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean: movierpc describe search\n"))
    #expect(access(home.path + "/run", F_OK) != 0)
  }

  /// With a person's own slow request under way, it waits for that.
  @Test func stop_lets_what_is_under_way_end() throws {
    let home = try Home()
    try home.configure(["limits.drain_ms = 60000"])
    try home.client(["daemon", "start"])
    let client = try LineClient(path: home.socket)
    try client.send(
      #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"xyzzy","debounce_ms":400}}"# + "\n"
        + #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
    #expect(try client.reply()["id"]?.intValue == 2)
    #expect(try home.client(["daemon", "stop"]).status == 0)
    #expect(try client.reply()["result"]?["results"]?.text() == "[]")
    #expect(try client.line() == nil)
  }

  private func pid(_ text: String) -> pid_t {
    let words = text.split { $0 == " " || $0 == "," }
    guard let place = words.firstIndex(of: "pid"), place + 1 < words.count else { return 0 }
    return pid_t(words[place + 1]) ?? 0
  }
}
