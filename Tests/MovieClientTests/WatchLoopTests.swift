import Glibc
import Testing

@testable import MovieClient

/// The loop with real descriptors; the test plays the daemon.
struct WatchLoopTests {
  private let running = FakeDaemon.server("running")
  private let offline = #"{"topic":"server","data":null}"#

  private func shown(_ data: String, _ topic: String = "server") -> String {
    #"{"topic":"\#(topic)","data":\#(data)}"#
  }

  /// A folder, and in it a program that plays a daemon: it says in `starts` that it was started.
  private func withPlace(
    _ script: String = "", _ body: (_ socket: String, _ program: String, _ starts: String) throws -> Void
  ) throws {
    let folder = try temporaryFolder()
    let names = ["/socket", "/movierpcd", "/starts"].map { folder + $0 }
    defer {
      for name in names { unlink(name) }
      rmdir(folder)
    }
    try writeProgram("#!/bin/sh\necho x >> \(names[2])\n\(script)\n", to: names[1])
    try body(names[0], names[1], names[2])
  }

  private func awaitFile(_ path: String) throws {
    let deadline = Deadline(.patient)
    while access(path, F_OK) != 0 {
      try #require(!deadline.hasPassed, "\(path) does not appear")
      Wait.pause(milliseconds: 5)
    }
  }

  @Test func first_line_is_the_present_state_then_each_change() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      #expect(
        try daemon.meet()
          == #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#)
      daemon.answer([("server", running)])
      #expect(try watch.state() == shown(running))
      daemon.event("server", running)
      daemon.event("server", FakeDaemon.server("running", version: "0.2.0"))
      #expect(try watch.line() == shown(FakeDaemon.server("running", version: "0.2.0")))
    }
  }

  @Test func server_is_followed_unseen() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, ["settings"])
      #expect(try daemon.meet().contains(#"{"topics":["settings","server"]}"#))
      daemon.answer([("settings", "{}"), ("server", running)])
      daemon.event("server", FakeDaemon.server("running", version: "2"))
      daemon.event("settings", "{\"a\":1}")
      #expect(try watch.state() == shown("{}", "settings"))
      #expect(try watch.line() == shown("{\"a\":1}", "settings"))
    }
  }

  @Test func profile_is_chosen_first_and_its_pin_is_asked_for() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, profile: "anna", pin: "12\"34")
      #expect(try daemon.meet() == #"{"jsonrpc":"2.0","id":2,"method":"hello","params":{"profile":"anna"}}"#)
      daemon.write(
        #"{"jsonrpc":"2.0","id":2,"error":{"code":1011,"message":"no","data":{"kind":"forbidden","needs":"pin","retry_after_ms":null,"hint":null}}}"#
          + "\n")
      #expect(
        daemon.line()
          == #"{"jsonrpc":"2.0","id":2,"method":"hello","params":{"profile":"anna","pin":"12\"34"}}"#)
      daemon.write(#"{"jsonrpc":"2.0","id":2,"result":{}}"# + "\n")
      #expect(
        daemon.line() == #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["server"]}}"#)
      daemon.answer([("server", running)])
      #expect(try watch.state() == shown(running))
    }
  }

  @Test func without_a_pin_the_profile_is_locked() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, form: "plain", profile: "anna")
      try daemon.meet()
      daemon.write(
        #"{"jsonrpc":"2.0","id":2,"error":{"code":1011,"message":"no","data":{"kind":"forbidden","needs":"pin"}}}"#
          + "\n")
      #expect(try watch.state() == "the profile is locked")
      #expect(try watch.said() == "told: no")
    }
  }

  @Test func messages_may_be_cut_anywhere_and_come_together() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      try daemon.meet()
      for byte in #"{"id":1,"result":{"subscription":"s1","topics":{"server":{"data":"é"}}}}"#.utf8 {
        daemon.write([byte])
      }
      daemon.write("\n")
      #expect(try watch.state() == shown("\"é\""))
      let events = (1...200).map {
        #"{"jsonrpc":"2.0","method":"event","params":{"subscription":"s1","topic":"server","data":\#($0)}}"#
          + "\n"
      }
      daemon.write(events.joined())
      for number in 1...200 { #expect(try watch.line() == shown("\(number)")) }
    }
  }

  @Test func a_daemon_that_goes_is_offline_until_the_next_one_comes() throws {
    try withPlace { socket, _, _ in
      let first = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      try first.meet()
      first.answer([("server", running)])
      #expect(try watch.state() == shown(running))
      // Half a message is none.
      first.write(#"{"jsonrpc":"2.0","method":"ev"#)
      first.die()
      #expect(try watch.line() == offline)
      let second = try FakeDaemon(socket)
      try second.meet()
      second.answer([("server", running)])
      #expect(try watch.state() == shown(running))
    }
  }

  @Test(arguments: [true, false]) func missing_folder_is_waited_for(_ isWatching: Bool) throws {
    let folder = try temporaryFolder()
    let place = folder + "/movierpc"
    let watch = try RunningWatchLoop(place + "/socket", isWatching: isWatching)
    #expect(try watch.line() == offline)
    mkdir(place, 0o700)
    let daemon = try FakeDaemon(place + "/socket")
    try daemon.meet()
    daemon.answer([("server", running)])
    #expect(try watch.state() == shown(running))
    unlink(place + "/socket")
    rmdir(place)
    rmdir(folder)
  }

  @Test func one_that_vanished_is_started() throws {
    try withPlace("echo ready >&3") { socket, program, starts in
      let first = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, daemon: program)
      try first.meet()
      first.answer([("server", running)])
      #expect(try watch.state() == shown(running))
      first.die()
      #expect(try watch.line() == offline)
      // The program says that it is ready, and this listens.
      try awaitFile(starts)
      let second = try FakeDaemon(socket)
      try second.meet()
      second.answer([("server", running)])
      #expect(try watch.state() == shown(running))
    }
  }

  @Test func one_that_said_stopping_is_not_started() throws {
    try withPlace("echo ready >&3") { socket, program, starts in
      let first = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, daemon: program)
      try first.meet()
      first.answer([("server", running)])
      first.event("server", FakeDaemon.server("stopping"))
      #expect(try watch.state() == shown(running))
      #expect(try watch.line() == shown(FakeDaemon.server("stopping")))
      unlink(socket)
      first.die()
      #expect(try watch.line() == offline)
      // As a daemon that starts does first; nobody listens yet.
      let lock = open(socket + ".lock", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer {
        close(lock)
        unlink(socket + ".lock")
      }
      let second = try FakeDaemon(socket)
      try second.meet()
      second.answer([("server", running)])
      #expect(try watch.state() == shown(running))
      #expect(access(starts, F_OK) != 0)
    }
  }

  /// With systemd's socket a connection alone would start the daemon again that somebody has just stopped.
  @Test(arguments: [true, false])
  func a_service_managers_socket_is_left_alone_until_the_service_is_back(_ isWatching: Bool) throws {
    try withPlace { socket, _, _ in
      let lock = socket + ".lock"
      func writeLock(_ text: String) throws {
        let descriptor = open(lock, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        TestServer.write(descriptor, text)
        close(descriptor)
      }
      defer { unlink(lock) }
      try writeLock("pid 1")
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, isWatching: isWatching)
      try daemon.meet()
      daemon.answer([("server", FakeDaemon.server("stopping"))])
      _ = try watch.state()
      daemon.hangUp()
      // It reacts to the end before it reports it.
      #expect(try watch.line() == offline)
      #expect(!daemon.isAskedFor)
      try writeLock("pid 2")
      try daemon.meet()
      daemon.answer([("server", running)])
      #expect(try watch.state() == shown(running))
    }
  }

  @Test func a_start_that_fails_is_told_in_the_daemons_words() throws {
    try withPlace("echo 'config.toml:3: no such setting' >&3; exit 1") { socket, program, _ in
      let watch = try RunningWatchLoop(socket, daemon: program)
      #expect(try watch.line() == offline)
      var said = try watch.said()
      // On a busy machine it may not start in the time that it is given, and is started again.
      while said.hasSuffix("within 10 s") { said = try watch.said() }
      #expect(said == "told: the daemon could not start: config.toml:3: no such setting")
      // It still follows: somebody else may do better.
      let daemon = try FakeDaemon(socket)
      try daemon.meet()
      daemon.answer([("server", running)])
      #expect(try watch.state() == shown(running))
    }
  }

  @Test(arguments: ["SSH-2.0-x\n", "[]\n", "Content-Length: 2\r\n\r\n{}", "HTTP/1.1 400\r\n"])
  func what_is_no_daemon_ends_it(_ greeting: String) throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      try daemon.meet()
      daemon.write(greeting)
      #expect(try watch.said() == "ended 3: the program that listens at \(socket) is not movierpcd")
    }
  }

  @Test func a_line_without_end_is_given_up() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      try daemon.meet()
      startThread {
        signal(SIGPIPE, SIG_IGN)
        daemon.write(String(repeating: "{", count: 3 << 20))
      }
      #expect(try watch.said() == "ended 3: the program that listens at \(socket) is not movierpcd")
    }
  }

  @Test func an_unknown_topic_ends_it_with_the_daemons_words() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, ["sever"])
      try daemon.meet()
      daemon.write(
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no topic sever","data":{"kind":"invalid_params","hint":null}}}"#
          + "\n")
      #expect(try watch.said() == "ended 2: no topic sever")
    }
  }

  @Test func field_that_is_not_there_ends_it() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, form: "plain", format: "{stat}")
      try daemon.meet()
      daemon.answer([("server", running)])
      #expect(try watch.said() == "ended 2: --format: no row has a field \"stat\"")
    }
  }

  @Test(arguments: [false, true]) func it_ends_with_its_reader_though_nothing_happens(_ isSocket: Bool) throws
  {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket, socketOutput: isSocket)
      try daemon.meet()
      daemon.answer([("server", running)])
      #expect(try watch.state() == shown(running))
      watch.stopReading()
      #expect(try watch.said() == "ended 141: ")
    }
  }

  @Test func it_ends_with_its_reader_while_offline() throws {
    try withPlace { socket, _, _ in
      let watch = try RunningWatchLoop(socket)
      #expect(try watch.line() == offline)
      watch.stopReading()
      #expect(try watch.said() == "ended 141: ")
    }
  }

  /// Also while a daemon is being started that does not say whether it is ready.
  @Test func it_ends_with_its_reader_while_a_daemon_starts() throws {
    try withPlace("exec sleep 2") { socket, program, starts in
      let watch = try RunningWatchLoop(socket, daemon: program)
      #expect(try watch.line() == offline)
      try awaitFile(starts)
      watch.stopReading()
      var said = try watch.said()
      // On a busy machine the start may be over before that is noticed.
      while said.hasPrefix("told: the daemon could not start") { said = try watch.said() }
      #expect(said == "ended 141: ")
    }
  }

  /// It holds one line; what the daemon cannot send stays with the daemon, which keeps the newest only.
  @Test func a_reader_that_does_not_read_holds_up_the_socket() throws {
    try withPlace { socket, _, _ in
      let daemon = try FakeDaemon(socket)
      let watch = try RunningWatchLoop(socket)
      try daemon.meet()
      daemon.answer([("server", "0")])
      let long = String(repeating: "x", count: 10_000)
      let sent = try daemon.writeUntilFull { number in
        #"{"jsonrpc":"2.0","method":"event","params":{"subscription":"s1","topic":"server","data":"\#(number) \#(long)"}}"#
          + "\n"
      }
      // Pipe, socket and one message; far from endless.
      #expect(sent < 200)
      #expect(try watch.state() == shown("0"))
      for number in 1...sent { #expect(try watch.line() == shown("\"\(number) \(long)\"")) }
    }
  }
}
