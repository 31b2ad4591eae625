import Glibc
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

/// The doctor in a home that a test makes up.
struct DoctorTests {
  /// A home with nothing in it, removed afterwards.
  final class House {
    let path: String
    var variables: [String: String]

    init() throws {
      path = try temporaryFolder()
      variables = ["HOME": path, "XDG_RUNTIME_DIR": path + "/run", "PATH": path + "/bin"]
    }

    deinit { remove(path) }

    func make(_ name: String, mode: mode_t = 0o700) { mkdir(path + "/" + name, mode) }

    func write(_ name: String, mode: mode_t = 0o600) {
      let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT, mode)
      close(descriptor)
      chmod(path + "/" + name, mode)
    }

    /// A shell script in place of the daemon's program.
    func install(_ script: String) throws {
      make("bin")
      try writeProgram("#!/bin/sh\n\(script)\n", to: path + "/bin/movierpcd")
    }

    func findings(
      socket: String? = nil, uid: UInt32 = getuid(), _ deadline: Deadline = Deadline(.patient)
    ) -> [Finding] {
      let variables = variables
      return Doctor.findings(
        DoctorEnvironment(
          variable: { variables[$0] }, uid: uid, socketOption: socket, programFolders: [path + "/bin"]),
        deadline)
    }

    func finding(_ name: String, socket: String? = nil, uid: UInt32 = getuid()) -> Finding? {
      findings(socket: socket, uid: uid).first { $0.name == name }
    }

    private func remove(_ path: String) {
      if unlink(path) == 0 { return }
      if let folder = opendir(path) {
        while let entry = readdir(folder) {
          let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          }
          if name != ".", name != ".." { remove(path + "/" + name) }
        }
        closedir(folder)
      }
      rmdir(path)
    }
  }

  @Test func empty_home_has_no_problem_but_the_missing_program() throws {
    let house = try House()
    #expect(house.findings().filter { $0.state == .problem }.map(\.name) == ["daemon program"])
    #expect(
      house.finding("daemon")
        == Finding("daemon", .note, "not running, and it cannot be started: see daemon program"))
    house.make("bin")
    house.write("bin/movierpcd", mode: 0o755)
    #expect(house.findings().filter { $0.state == .problem || $0.state == .warning } == [])
    #expect(house.finding("daemon")?.message == "not running; commands start it")
    #expect(Doctor.failure(house.findings()) == nil)
  }

  @Test func program_that_the_loader_cannot_start_is_told() throws {
    let house = try House()
    try house.install(
      "echo \"$0: error while loading shared libraries: libuv.so.1: cannot open it\" >&2; exit 127")
    let finding = try #require(house.finding("daemon program"))
    #expect(finding.state == .problem && finding.hint?.hasPrefix("install what it names") == true)
    #expect(
      finding.message == house.path + "/bin/movierpcd cannot be started: "
        + "error while loading shared libraries: libuv.so.1: cannot open it")
    #expect(house.finding("daemon")?.state == .note)
  }

  /// What is there instead may be any file of the user's.
  @Test func nothing_in_place_of_the_socket_is_to_be_removed() throws {
    let house = try House()
    house.make("run")
    house.write("run/movierpc")
    #expect(house.finding("socket")?.hint?.contains("--socket") == true)
    house.variables["MOVIERPC_SOCKET"] = house.path + "/run/movierpc"
    let finding = try #require(house.finding("daemon"))
    #expect(finding.message.contains("is not a socket"))
    #expect(finding.hint?.contains("--socket") == true && finding.hint?.contains("rm ") == false)
  }

  @Test func socket_folder_that_others_enter_is_told() throws {
    let house = try House()
    house.make("run")
    house.make("run/movierpc")
    #expect(house.finding("socket")?.state == .ok)
    chmod(house.path + "/run/movierpc", 0o755)
    let finding = try #require(house.finding("socket"))
    #expect(finding.state == .warning && finding.hint == "chmod 700 \(house.path)/run/movierpc")
    #expect(house.finding("socket", uid: getuid() + 1)?.state == .problem)
  }

  @Test(
    arguments: [
      (nil, Finding.State.warning), ("run", .warning), ("/proc/1/nowhere/run", .problem),
    ] as [(String?, Finding.State)])
  func runtime_folder_that_serves_badly_is_told(_ value: String?, _ state: Finding.State) throws {
    let house = try House()
    house.variables["XDG_RUNTIME_DIR"] = value
    // Nobody has a folder in /run/user under this number.
    let finding = house.finding("runtime folder", uid: 4_000_000_000)
    #expect(finding?.state == state && finding?.hint != nil)
  }

  @Test func socket_that_is_chosen_needs_no_runtime_folder() throws {
    let house = try House()
    house.variables["XDG_RUNTIME_DIR"] = nil
    #expect(house.finding("runtime folder", socket: house.path + "/s") == nil)
    #expect(house.finding("socket", socket: house.path + "/s")?.state == .ok)
    #expect(
      house.finding("socket", socket: "/" + String(repeating: "x", count: 200))?.state == .problem)
  }

  @Test func stale_socket_is_told() throws {
    let house = try House()
    let path = house.path + "/s"
    let descriptor = socket(AF_UNIX, LibC.streamSocket, 0)
    try #require(SocketAddress.with(path) { bind(descriptor, $0, $1) } == 0)
    close(descriptor)
    #expect(house.finding("daemon", socket: path)?.state == .warning)
    unlink(path)
    house.write("s")
    #expect(house.finding("daemon", socket: path)?.state == .problem)
  }

  /// What the program finds is shown while no daemon runs.
  @Test func findings_of_the_program_are_shown() throws {
    let house = try House()
    try house.install(
      #"echo '{"data":"/d","findings":[{"name":"libcurl","state":"problem","message":"m","text":"#
        + #"{"id":"nothing_fetched","args":{"reason":"no"}},"hint":"h","hint_text":null,"remedy":null}]}'"#)
    #expect(house.finding("daemon program")?.state == .ok)
    #expect(
      house.finding("libcurl")
        == Finding("libcurl", .problem, "nothing can be fetched without it: no", hint: "h"))
    // An earlier version.
    try house.install("echo 'data: /d'")
    #expect(house.findings().map(\.name) == ["runtime folder", "socket", "daemon program", "daemon"])
  }

  /// What `doctor` of a fake daemon answers, as the client shows it.
  private func shown(_ findings: String, _ house: House) throws -> [Finding] {
    let server = try TestServer { descriptor in
      for result in [#"{"pong":true}"#, #"{"findings":[\#(findings)]}"#] {
        _ = TestServer.readLine(descriptor)
        TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"# + "\n")
      }
    }
    return house.findings(socket: server.path)
  }

  private func running(_ version: String, _ wire: Int) -> String {
    #"{"name":"daemon","state":"ok","message":"m","text":{"id":"daemon_runs","args":{"pid":7,"#
      + #""version":"\#(version)","protocol":\#(wire)}},"hint":null,"hint_text":null,"remedy":null}"#
  }

  @Test(
    arguments: [
      (Version.program, Version.wire, .ok), ("0.0.1", Version.wire, .warning), ("9.0.0", 9, .problem),
    ] as [(String, Int, Finding.State)])
  func daemon_of_another_version_is_told(_ version: String, _ wire: Int, _ state: Finding.State) throws {
    let found = try shown(running(version, wire), House())
    let daemon = found.first { $0.name == "daemon" }
    #expect(daemon?.state == state)
    #expect(daemon?.message.hasPrefix("running, pid 7, version \(version), protocol \(wire)") == true)
    // It runs already.
    #expect(found.first { $0.name == "daemon program" }?.state == .warning)
  }

  /// Set in this shell after the daemon was started in another one.
  @Test func key_that_the_daemon_has_not_got_is_told() throws {
    let missing =
      #"{"name":"TMDB key","state":"note","message":"m","text":{"id":"key_missing","args":{}},"#
      + #""hint":"set it","hint_text":null,"remedy":{"setting":"tmdb.key"}}"#
    let house = try House()
    let note = try shown(missing, house).last
    #expect(note?.state == .note && note?.hint == "set it: movierpc settings set tmdb.key")
    house.variables["TMDB_API_KEY"] = "k"
    let late = try shown(missing, house).last
    #expect(late?.state == .warning && late?.hint?.hasSuffix("movierpc daemon restart") == true)
  }

  @Test(
    arguments: [
      (#"{"method":"shutdown","params":{"reason":"restart"},"ask":[]}"#, "h: movierpc daemon restart"),
      (
        #"{"method":"profiles.select","params":{"name":"default","default":true},"ask":[]}"#,
        "h: movierpc profiles select default --default"
      ),
      (#"{"method":"catalogue.update","params":{},"ask":[]}"#, "h: movierpc catalogue update"),
      (#"{"setting":"itunes.enabled"}"#, "h: movierpc settings set itunes.enabled true"),
      (#"{"install":"libcurl4"}"#, "h"),
    ])
  func remedy_is_a_command(_ remedy: String, _ hint: String) throws {
    let finding = try shown(
      #"{"name":"x","state":"later","message":"m","hint":"h","remedy":\#(remedy)}"#, House()
    ).last
    #expect(finding == Finding("x", .note, "m", hint: "\(hint)"))
  }

  @Test func daemon_that_does_not_answer_is_a_problem() throws {
    let server = try TestServer(nil)
    let findings = try House().findings(
      socket: server.path, Deadline(.patient).within(.milliseconds(50)))
    let daemon = try #require(findings.first { $0.name == "daemon" })
    #expect(daemon.state == .problem && daemon.hint?.contains("movierpc daemon restart") == true)
  }

  @Test func something_else_at_the_socket_is_a_problem() throws {
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      TestServer.write(descriptor, "220 ready\n")
    }
    #expect(try House().finding("daemon", socket: server.path)?.state == .problem)
  }

  @Test func findings_are_json_and_a_page() throws {
    let findings = [
      Finding("socket", .ok, "/run/s"),
      Finding("TMDB key", .warning, "not set", hint: "movierpc settings set tmdb.key"),
      Finding("mpv", .note, "a\u{1B}b"), Finding("x", .problem, "bad"),
    ]
    #expect(
      Doctor.json(Array(findings[1...1])).text()
        == #"{"findings":[{"name":"TMDB key","state":"warning","message":"not set","#
        + #""hint":"movierpc settings set tmdb.key"}]}"#
    )
    #expect(
      Doctor.page(findings, on: Screen(width: 80)) == """
        ok       socket    /run/s
        warning  TMDB key  not set
                           movierpc settings set tmdb.key
        -        mpv       ab
        problem  x         bad

        """)
    #expect(Doctor.failure(findings)?.message == "1 problem found")
    #expect(Doctor.failure(findings)?.status == .failed)
  }

}
