import Glibc
import Testing

@testable import MovieClient

/// With shell scripts in the daemon's place.
struct DaemonStartTests {
  private func withProgram(_ script: String, _ body: (String, String) throws -> Void) throws {
    let folder = try temporaryFolder()
    let program = folder + "/movierpcd"
    defer {
      unlink(program)
      unlink(folder + "/seen")
      rmdir(folder)
    }
    try writeProgram("#!/bin/sh\n" + script + "\n", to: program)
    try body(program, folder)
  }

  /// On a busy machine a program may not start in the time that it is given, or not have ended when its output
  /// has: then it is started again.
  private func start(_ program: String, timeout: String = "240") throws {
    let seconds = try #require(Seconds(timeout))
    let late = ["it was not ready within 10 s", "\(program) did not report that it is ready"]
    for _ in 0..<50 {
      do throws(CommandError) {
        return try DaemonStart.start(.program(program), socket: "/s", Deadline(seconds))
      } catch {
        guard late.contains(where: { error.message.hasSuffix($0) }) else { throw error }
      }
    }
    Issue.record("it was late each time")
  }

  private func content(_ path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var room = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &room, room.count)
    return text(Array(room.prefix(max(0, count))))
  }

  @Test func a_daemon_that_is_ready_is_left_alone() throws {
    try withProgram(#"echo "$@" > "${0%/*}/seen"; echo ready >&3; exec sleep 1"#) { program, folder in
      try start(program)
      #expect(try content(folder + "/seen") == "--socket /s --log-file --ready-fd 3\n")
    }
  }

  @Test func the_daemons_own_words_are_told() throws {
    try withProgram(#"printf 'config.toml:3: no such setting\nmend it\n' >&3; exit 1"#) { program, _ in
      let failure = #expect(throws: CommandError.self) { try start(program) }
      #expect(failure?.status == .unreachable)
      #expect(failure?.message == "the daemon could not start: config.toml:3: no such setting\nmend it")
      #expect(failure?.hint?.hasPrefix("its log: /") == true)
    }
  }

  @Test(arguments: [("exit 7", "ended with status 7"), ("kill -9 $$", "was ended by signal 9")])
  func a_daemon_that_says_nothing_is_told_of(_ script: String, _ end: String) throws {
    try withProgram(script) { program, _ in
      let failure = #expect(throws: CommandError.self) { try start(program) }
      #expect(failure?.message == "the daemon could not start: \(program) \(end)")
    }
  }

  @Test func patience_ends_with_the_deadline() throws {
    try withProgram("exec sleep 30") { program, _ in
      let failure = #expect(throws: CommandError.self) { try start(program, timeout: "0.1") }
      #expect(failure?.status == .timedOut)
    }
  }

  @Test func a_program_that_is_none_is_told_of() {
    let failure = #expect(throws: CommandError.self) { try start("/nonexistent/movierpcd") }
    #expect(failure?.message == "/nonexistent/movierpcd cannot be started: No such file or directory")
  }

  @Test func the_daemon_inherits_nothing() throws {
    // A number that nothing in the program has by itself: a low one may be that of the folder that `ls` reads.
    let forgotten = fcntl(STDOUT_FILENO, F_DUPFD, 500)
    defer { close(forgotten) }
    // `ls` itself holds the folder open.
    let script = #"{ ls -l /proc/self/fd | sed 's/.* \([0-9]* -> \)/\1/'; } > "${0%/*}/seen"; echo ready >&3"#
    try withProgram(script) { program, folder in
      try start(program)
      let seen = try content(folder + "/seen")
      #expect(seen.contains("0 -> /dev/null"))
      #expect(seen.contains("2 -> /dev/null"))
      #expect(!seen.contains("\(forgotten) -> "))
    }
  }

  @Test func the_daemon_has_a_session_of_its_own() throws {
    let script = #"cut -d' ' -f1,6 /proc/$$/stat > "${0%/*}/seen"; echo ready >&3"#
    try withProgram(script) { program, folder in
      try start(program)
      let ids = try content(folder + "/seen").split(whereSeparator: \.isWhitespace)
      #expect(ids.count == 2 && ids.first == ids.last)
    }
  }

  @Test func programs_are_found_in_order() throws {
    try withProgram("exit") { program, folder in
      #expect(DaemonProgram.find(in: ["/nonexistent", folder, "/usr/bin"]) == program)
      #expect(DaemonProgram.find(in: ["/nonexistent"]) == nil)
    }
    #expect(DaemonProgram.pathFolders("/a:.::b:/c") == ["/a", "/c"])
    #expect(DaemonProgram.pathFolders(nil).contains("/usr/bin"))
  }

  @Test func a_process_is_gone_when_it_has_ended() throws {
    #expect(!ProcessLiveness.isGone(getpid()))
    let child = try Spawn.detached("/bin/true", [], readyPipe: 2).pid
    // A zombie, since nobody has waited for it.
    var turns = 0
    while !ProcessLiveness.isGone(child), turns < 24_000 {
      Wait.pause(milliseconds: 10)
      turns += 1
    }
    #expect(ProcessLiveness.isGone(child))
    waitpid(child, nil, 0)
    #expect(ProcessLiveness.isGone(child))
  }

  @Test func the_log_is_where_xdg_says() {
    #expect(Environment.logPath { ["XDG_STATE_HOME": "/s"][$0] } == "/s/movierpc/log")
    #expect(
      Environment.logPath { ["HOME": "/h", "XDG_STATE_HOME": "s"][$0] } == "/h/.local/state/movierpc/log")
  }
}
