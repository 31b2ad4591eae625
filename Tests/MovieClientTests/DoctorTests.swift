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
    #expect(finding.state == .problem && finding.hint?.contains("newer glibc") == true)
    #expect(
      finding.message == house.path + "/bin/movierpcd cannot be started: "
        + "error while loading shared libraries: libuv.so.1: cannot open it")
    #expect(house.finding("daemon")?.state == .note)
  }

  @Test func library_that_the_program_does_not_find_is_told() throws {
    let house = try House()
    try house.install(
      "echo 'data: /d'; echo 'missing: libcurl4 (libcurl.so.4: no)'; echo 'missing: zlib1g (z)'; echo 'missing: x'"
    )
    #expect(house.finding("daemon program")?.state == .ok && house.finding("data folder") != nil)
    #expect(
      house.finding("libcurl")
        == Finding(
          "libcurl", .problem, "nothing can be fetched without it: libcurl.so.4: no",
          hint: "install libcurl: libcurl4 on Debian, libcurl on Fedora, curl on Arch"))
    #expect(
      house.finding("libz")?.hint == "install libz: zlib1g on Debian, zlib-ng-compat on Fedora, zlib on Arch")
    try house.install("echo 'data: /d'")
    #expect(house.finding("libcurl") == nil && house.finding("libz") == nil)
  }

  @Test func file_in_the_place_of_a_folder_is_told() throws {
    let house = try House()
    house.write("movierpc")
    (house.variables["XDG_DATA_HOME"], house.variables["XDG_CACHE_HOME"]) = (house.path, house.path)
    for name in ["data folder", "cache folder"] {
      let finding = try #require(house.finding(name))
      #expect(finding.state == .problem && finding.message == house.path + "/movierpc is not a folder")
    }
    #expect(house.finding("library") == nil)
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

  @Test func configuration_that_is_no_file_is_told() throws {
    let house = try House()
    house.make("config.toml")
    house.variables["MOVIERPC_CONFIG"] = house.path + "/config.toml"
    #expect(house.finding("configuration")?.state == .problem)
    house.variables["MOVIERPC_CONFIG"] = nil
    house.make(".config")
    house.make(".config/movierpc")
    house.write(".config/movierpc/config.toml")
    #expect(house.finding("configuration")?.message == house.path + "/.config/movierpc/config.toml")
  }

  @Test(arguments: [("secret: tmdb.key", true), ("data: /d", false)])
  func key_that_others_may_read_is_told(_ line: String, _ hasKey: Bool) throws {
    let house = try House()
    try house.install("echo '\(line)'")
    house.make(".config")
    house.make(".config/movierpc")
    let path = house.path + "/.config/movierpc/config.toml"
    house.write(".config/movierpc/config.toml", mode: 0o644)
    let finding = try #require(house.finding("configuration"))
    #expect(finding.state == (hasKey ? .warning : .ok))
    #expect(finding.hint == (hasKey ? "chmod 600 " + ShellWord.quoted(path) : nil))
    chmod(path, 0o600)
    #expect(house.finding("configuration")?.state == .ok)
  }

  @Test func folders_that_cannot_be_are_told() throws {
    let house = try House()
    house.variables["XDG_DATA_HOME"] = "/proc/1"
    house.write("cache")
    house.variables["XDG_CACHE_HOME"] = house.path + "/cache"
    #expect(house.finding("data folder")?.state == .problem)
    #expect(house.finding("cache folder")?.state == .problem)
    house.variables["HOME"] = nil
    house.variables["XDG_DATA_HOME"] = nil
    let homeless = try #require(house.finding("data folder"))
    #expect(homeless.state == .warning && homeless.message.hasPrefix("HOME is not set"))
  }

  @Test func daemon_of_another_version_is_told() throws {
    let status = """
      {"jsonrpc":"2.0","id":1,"result":{"pid":7,"version":"0.0.1","protocol":\(Version.wire),\
      "clock_behind_ms":180000000,"catalogue":{"titles":80724,\
      "as_of":"2026-07-29","next_update_at":"2026-11-30T10:12:00Z","update_reason":"failed"}}}\n
      """
    let house = try House()
    var (findings, limit): ([Finding], Deadline)
    // Until all is answered within the time that the doctor gives, which a busy machine may not do.
    repeat {
      limit = Deadline(.patient).within(.seconds(3))
      let server = try TestServer { descriptor in
        _ = TestServer.readLine(descriptor)
        TestServer.write(descriptor, status)
        _ = TestServer.readLine(descriptor)
        TestServer.write(
          descriptor,
          #"{"jsonrpc":"2.0","id":2,"result":{"settings":{"tmdb.key":{"value":{"set":false},"from":"default"},"#
            + #""folders.data":{"value":"/proc/1/x"}}}}"# + "\n")
      }
      findings = house.findings(socket: server.path)
    } while limit.hasPassed
    func state(_ name: String) -> Finding.State? { findings.first { $0.name == name }?.state }
    #expect(state("daemon") == .warning)
    #expect(state("TMDB key") == .note)
    #expect(state("clock") == .problem)
    #expect(findings.first { $0.name == "clock" }?.message.contains("is 2 d 2 h behind") == true)
    let catalogue = findings.first { $0.name == "catalogue" }
    #expect(catalogue?.state == .warning && catalogue?.message.contains("the weekly update failed") == true)
    #expect(state("data folder") == .problem)
    // It runs already.
    #expect(state("daemon program") == .warning)
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

  @Test(arguments: [
    ("mpv", "not installed; without it videos cannot be played"),
    ("yt-dlp", "not installed; without it trailers on YouTube cannot be found, played or downloaded"),
    ("chafa", "not installed; without it poster prints paths only"),
  ])
  func program_that_is_missing_is_named_with_what_wants_it(_ name: String, _ message: String) throws {
    let house = try House()
    #expect(house.finding(name) == Finding(name, .note, "\(message)"))
    house.make("bin")
    house.write("bin/" + name, mode: 0o700)
    #expect(house.finding(name) == Finding(name, .note, "\(house.path)/bin/\(name)"))
  }
}
