import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc watch` and the daemon, as a bar and a person have them.
@Suite struct WatchTests {
  private let offline = #"{"topic":"server","data":null}"#

  /// The lines so far; waits until there are `count`.
  private func lines(_ count: Int, of watch: Program) throws -> [String] {
    try Wait.forValue("\(count) lines, but: \(watch.output) \(watch.errors)") {
      let lines = watch.lines
      return lines.count >= count ? lines : nil
    }
  }

  /// What it reports, without hints and without daemons that are late, as on a busy machine.
  private func reports(_ watch: Program) -> [Substring] {
    watch.errors.split(separator: "\n").filter { line in
      !["not ready within 10 s", "does not answer", "its log: "].contains { line.contains($0) }
    }
  }

  private func data(_ line: String?) throws -> JSONValue? {
    try JSONValue(parsing: line ?? "")["data"]
  }

  private func expectRest(_ watch: Program) throws {
    let figures = ProcessFigures(watch.pid)
    try Wait.until("it is at rest") {
      let before = figures.switches
      usleep(600_000)
      return figures.switches == before
    }
  }

  private func daemon(_ home: Home) throws -> pid_t {
    let pids = try Wait.forValue("a daemon runs") {
      let pids = ProcessFigures.all(withArgument: home.socket)
        .filter { ProcessFigures($0).isDaemon }
      return pids.isEmpty ? nil : pids
    }
    return try #require(pids.first)
  }

  @Test func missing_daemon_is_started_and_the_state_follows() throws {
    let home = try Home()
    let watch = try home.start(["--json", "watch", "server"])
    let lines = try lines(2, of: watch)
    #expect(lines.first == offline)
    #expect(try data(lines.last)?["state"] == "running")
    watch.signal(SIGTERM)
    #expect(try watch.wait().status == 128 + SIGTERM)
    #expect(reports(watch) == [])
  }

  @Test func what_a_bar_has_left_open_is_closed() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let words = "exec 5</dev/zero 9</dev/zero; exec \"$0\" watch server"
    let watch = try Program(
      "/bin/sh", ["-c", words, SpawnedDaemon.clientPath], environment: home.environment)
    _ = try lines(1, of: watch)
    #expect(!ProcessFigures(watch.pid).files.contains("/dev/zero"))
  }

  @Test func killed_daemon_is_offline_and_started_again() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let watch = try home.start(["watch", "server"])
    #expect(try data(lines(1, of: watch).last)?["state"] == "running")
    let first = try daemon(home)
    kill(first, SIGKILL)
    let shown = try lines(3, of: watch)
    #expect(shown[1] == offline)
    #expect(try data(shown[2])?["state"] == "running")
    let status = try JSONValue(parsing: try home.client(["status"]).output)
    #expect(status["pid"]?.intValue != Int(first))
  }

  @Test func stopped_daemon_stays_stopped_until_somebody_starts_it() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let watch = try home.start(["watch", "server"])
    _ = try lines(1, of: watch)
    #expect(try home.client(["--timeout", "240", "daemon", "stop"]).status == 0)
    var shown = try lines(3, of: watch)
    #expect(try data(shown[1])?["state"] == "stopping")
    #expect(shown[2] == offline)
    #expect(try home.client(["status"]).status == 3)
    // At rest: no timer, no look at the socket.
    try expectRest(watch)
    #expect(try home.client(["status"]).status == 3)
    try home.client(["daemon", "start"])
    shown = try lines(4, of: watch)
    #expect(try data(shown[3])?["state"] == "running")
    #expect(reports(watch) == [])
  }

  /// Its parent is the follower, which must not leave it as a zombie, nor wake up for it ever after.
  @Test func daemon_of_the_followers_own_is_waited_for() throws {
    let home = try Home()
    let watch = try home.start(["watch", "server"])
    _ = try lines(2, of: watch)
    let daemon = try daemon(home)
    #expect(try home.client(["--timeout", "240", "daemon", "stop"]).status == 0)
    try Wait.until("no zombie is left") { access("/proc/\(daemon)", F_OK) != 0 }
    #expect(try lines(4, of: watch).last == offline)
    try expectRest(watch)
  }

  /// What each form shows of an empty watchlist, of a title on it, and of no daemon.
  private static let forms: [(form: String, empty: String, some: String, offline: String)] = [
    ("plain", "the lists are empty", "1 on the watchlist, 1 to watch", "movierpcd is not running"),
    (
      "waybar",
      #"{"text":"","alt":"empty","tooltip":"the lists are empty","class":"empty","percentage":0}"#,
      #"{"text":"1 to watch","alt":"some","tooltip":"1 on the watchlist, 1 to watch","class":"some","percentage":0}"#,
      #"{"text":"","alt":"offline","tooltip":"movierpcd is not running","class":"offline","percentage":0}"#
    ), ("polybar", "", "1 to watch", "movierpc offline"), ("tmux", "", "1 to watch", "movierpc offline"),
    (
      "i3blocks", #"{"full_text":"","short_text":""}"#,
      #"{"full_text":"1 to watch","short_text":"1 to watch"}"#,
      #"{"full_text":"movierpc offline","short_text":"movierpc offline"}"#
    ),
    (
      "i3status-rs", #"{"state":"Idle","text":"","short_text":""}"#,
      #"{"state":"Idle","text":"1 to watch","short_text":"1 to watch"}"#,
      #"{"state":"Warning","text":"movierpc offline","short_text":"movierpc offline"}"#
    ),
  ]

  @Test func library_is_followed_in_every_form_through_changes_kill_and_stop() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let bars = try Self.forms.map { try home.start(["watch", "library", "--as", $0.form]) }
    // An empty line counts.
    func expectLines(_ lines: (String, String, String) -> [String]) throws {
      for (watch, form) in zip(bars, Self.forms) {
        let expected = lines(form.empty, form.some, form.offline).map { $0 + "\n" }.joined()
        try Wait.until("\(form.form) shows \(expected), but: \(watch.output)") {
          watch.output.utf8.count >= expected.utf8.count
        }
        #expect(watch.output == expected, "\(form.form)")
      }
    }
    try expectLines { empty, _, _ in [empty] }
    #expect(try home.client(["call", "watchlist.add", "key=movie/438631"]).status == 0)
    try expectLines { empty, some, _ in [empty, some] }
    kill(try daemon(home), SIGKILL)
    try expectLines { empty, some, offline in [empty, some, offline, some] }
    #expect(try home.client(["--timeout", "240", "daemon", "stop"]).status == 0)
    try expectLines { empty, some, offline in [empty, some, offline, some, offline] }
    try home.client(["daemon", "start"])
    try expectLines { empty, some, offline in [empty, some, offline, some, offline, some] }
    #expect(bars.flatMap(reports) == [])
  }

  @Test func it_ends_when_the_first_line_was_enough() throws {
    let home = try Home()
    let shell = try Program(
      "/bin/sh", ["-c", "\"$0\" watch library --as waybar | head -1", SpawnedDaemon.clientPath],
      environment: home.environment)
    let outcome = try shell.wait()
    #expect(outcome.status == 0 && outcome.output.hasPrefix(#"{"text":"","alt":"#))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test func restart_is_followed() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let watch = try home.start(["watch", "server", "--as", "plain"])
    _ = try lines(1, of: watch)
    var wasKilled = false
    for turn in 1...3 {
      let restarted = try home.client(["--timeout", "240", "daemon", "restart"])
      #expect(restarted.status == 0, "\(restarted)")
      // A daemon that was late is restarted once more.
      let shown = try Wait.forValue("\(turn) restarts, but: \(watch.output) \(watch.errors)") {
        let lines = watch.lines
        return lines.last == lines.first && lines.filter { $0 == lines.first }.count > turn ? lines : nil
      }
      // It says that it stops, and is gone; one that was killed, since it did not run for long, only is gone.
      wasKilled = wasKilled || restarted.errors.contains("was killed")
      let between = shown.split { $0 == shown.first }
      #expect(wasKilled || between.allSatisfy { $0.count == 2 }, "\(shown)")
    }
  }

  @Test func without_permission_nothing_is_started() throws {
    let home = try Home()
    let watch = try home.start(["watch", "server", "--no-spawn", "--as", "waybar"])
    let shown = try lines(1, of: watch)
    #expect(try JSONValue(parsing: shown[0])["class"] == "offline")
    // Not even the folder is there.
    #expect(access(home.path + "/run", F_OK) != 0)
    try home.client(["daemon", "start"])
    #expect(try JSONValue(parsing: try lines(2, of: watch)[1])["class"] == "running")
  }

  @Test func it_ends_with_its_reader() throws {
    let home = try Home()
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let watch = try home.start(["watch", "server"], descriptors: [1: ends[1]])
    close(ends[1])
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 1)
    close(ends[0])
    #expect(try watch.wait().status == 128 + SIGPIPE)
  }

  @Test func unknown_topic_is_told_and_ends_it() throws {
    let home = try Home()
    let outcome = try home.client(["watch", "sever", "--as", "plain"])
    #expect(outcome.status == 2 && outcome.errors.contains("did you mean: movierpc watch server"))
  }

  @Test func daemon_that_cannot_start_is_told_once() throws {
    let home = try Home()
    try home.configure(["page_siez = 10"])
    let watch = try home.start(["watch", "server"])
    try Wait.until("it is told") { watch.errors.contains("page_siez") }
    #expect(try lines(1, of: watch) == [offline])
    try home.configure([])
    #expect(try data(lines(2, of: watch).last)?["state"] == "running")
    #expect(reports(watch).count == 1)
  }

  /// A bar that is hidden is stopped by its window manager.
  @Test func stopped_follower_costs_the_daemon_nothing_and_has_the_newest_state_afterwards() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    let watch = try home.start(["watch", "settings", "server"])
    _ = try lines(2, of: watch)
    watch.signal(SIGSTOP)
    let changer = try LineClient(path: home.socket)
    func change(_ size: Int) throws {
      let reply = try changer.call(
        #"{"jsonrpc":"2.0","id":1,"method":"settings.update","params":{"set":{"page_size":\#(size)}}}"#)
      #expect(reply["result"] != nil, "\(reply.text())")
    }
    // Fills what the kernel holds for the follower.
    for number in 0..<150 { try change(1 + number % 2) }
    let daemon = ProcessFigures(try daemon(home))
    let (memory, own) = (daemon.peakMemory, ProcessFigures(watch.pid).peakMemory)
    for number in 0..<1500 { try change(1 + number % 2) }
    try change(77)
    #expect(daemon.peakMemory - memory < 4 << 20)
    watch.signal(SIGCONT)
    try Wait.until("the newest state is there") {
      let last = watch.lines.last { $0.contains("\"settings\"") }
      return try data(last)?["settings"]?["page_size"]?["value"]?.intValue == 77
    }
    #expect(ProcessFigures(watch.pid).peakMemory - own < 4 << 20)
    // Most were never sent.
    #expect(watch.lines.count < 500)
  }
}

extension ProcessFigures {
  /// Not a client that was given the same socket.
  fileprivate var isDaemon: Bool { TemporaryFolder.read("/proc/\(pid)/comm").hasPrefix("movierpcd") }
}
