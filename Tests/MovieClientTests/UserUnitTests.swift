import Glibc
import Testing

@testable import MovieClient

/// Whether the unit of contrib/systemd is what starts the daemon.
@Suite struct UserUnitTests {
  /// A home whose manager runs, with the unit enabled by the link.
  private func withHome(_ link: String?, _ body: (_ folder: String, [String: String]) throws -> Void) throws {
    let folder = try temporaryFolder()
    defer { remove(folder) }
    for name in ["run", "run/systemd", "bin"] { mkdir(folder + "/" + name, 0o700) }
    let manager = socket(AF_UNIX, LibC.streamSocket, 0)
    defer { close(manager) }
    try #require(SocketAddress.with(folder + "/run/systemd/private") { bind(manager, $0, $1) } == 0)
    close(open(folder + "/bin/systemctl", O_WRONLY | O_CREAT | O_CLOEXEC, 0o700))
    if let link {
      var place = folder
      for name in (".config/systemd/user/" + link).split(separator: "/").dropLast() {
        place += "/" + name
        mkdir(place, 0o700)
      }
      symlink("/nowhere", folder + "/.config/systemd/user/" + link)
    }
    try body(folder, ["HOME": folder, "XDG_RUNTIME_DIR": folder + "/run", "PATH": folder + "/bin"])
  }

  private func remove(_ folder: String) {
    let shell = ProgramOutput.of("/bin/rm", ["-rf", folder], Deadline(.patient))
    #expect(shell?.status == 0)
  }

  @Test(arguments: ["sockets.target.wants/movierpcd.socket", "default.target.wants/movierpcd.service"])
  func enabled_unit_starts_the_daemon_at_its_own_socket(_ link: String) throws {
    try withHome(link) { folder, variables in
      let own = folder + "/run/movierpc/socket"
      #expect(UserUnit.systemctl(for: own) { variables[$0] } == folder + "/bin/systemctl")
      #expect(UserUnit.systemctl(for: folder + "/other") { variables[$0] } == nil)
    }
  }

  /// Two spellings of one letter are two names to a disk.
  @Test func socket_of_other_bytes_is_not_the_units() throws {
    try withHome("default.target.wants/movierpcd.service") { folder, variables in
      symlink(folder + "/run", folder + "/caf\u{e9}")
      let variables = ["XDG_RUNTIME_DIR": folder + "/caf\u{e9}"].merging(variables) { own, _ in own }
      #expect(UserUnit.isUsed(for: folder + "/caf\u{e9}/movierpc/socket") { variables[$0] })
      #expect(!UserUnit.isUsed(for: folder + "/cafe\u{301}/movierpc/socket") { variables[$0] })
    }
  }

  @Test func reason_why_an_enabled_unit_is_not_used_is_told() throws {
    try withHome("default.target.wants/movierpcd.service") { folder, variables in
      let own = folder + "/run/movierpc/socket"
      func start(_ socket: String) throws -> (DaemonLaunch, notes: [String]) {
        var notes: [String] = []
        let launch = try DaemonLaunch.find(for: socket, environment: { variables[$0] }) { notes.append($0) }
        return (launch, notes)
      }
      let usual = try start(own)
      #expect(usual.0 == .unit(systemctl: folder + "/bin/systemctl") && usual.notes == [])
      unlink(folder + "/bin/systemctl")
      let words = "the daemon is started without its unit movierpcd.service: "
      #expect(try start(own).notes == [words + "systemctl is not in PATH"])
      unlink(folder + "/run/systemd/private")
      let (launch, notes) = try start(own)
      let reason = "systemd --user does not run, \(folder)/run/systemd/private is missing"
      #expect(notes == [words + reason])
      #expect(launch.arguments(socket: own).first == "--socket")
      // The unit is not meant.
      #expect(try start(folder + "/other").notes == [])
    }
  }

  @Test func unit_that_is_not_enabled_is_left_alone() throws {
    try withHome(nil) { folder, variables in
      let own = folder + "/run/movierpc/socket"
      #expect(UserUnit.systemctl(for: own) { variables[$0] } == nil)
      #expect(UserUnit.obstacle(for: own) { variables[$0] } == nil)
    }
  }

  /// With a shell script in systemctl's place.
  @Test func start_of_the_unit_is_waited_for_and_its_failure_names_the_journal() throws {
    try withHome(nil) { folder, _ in
      let systemctl = folder + "/bin/systemctl"
      let script = """
        #!/bin/sh
        echo "$*" >> "${0%/*}/seen"; [ "$2" = reset-failed ] || exit $(cat "${0%/*}/status")

        """
      try writeProgram(script, to: systemctl)
      func start(_ status: String) throws {
        let file = open(folder + "/bin/status", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try Output.write(Array(status.utf8), to: file)
        close(file)
        try DaemonStart.start(.unit(systemctl: systemctl), socket: "/s", Deadline(.patient))
      }
      // On a busy machine it may not start in the time that it is given.
      var isStarted = false
      for _ in 0..<50 where !isStarted {
        unlink(folder + "/bin/seen")
        isStarted = (try? start("0")) != nil
      }
      #expect(isStarted)
      #expect(
        String(decoding: LibC.beginning(of: folder + "/bin/seen", 4096) ?? [], as: UTF8.self)
          == "--user reset-failed movierpcd.service movierpcd.socket\n--user start movierpcd.service\n")
      let failure = #expect(throws: CommandError.self) { try start("1") }
      #expect(failure?.status == .unreachable)
      #expect(failure?.message.hasPrefix("the daemon could not start: ") == true)
      #expect(failure?.hint == "its log: journalctl --user -u movierpcd")
    }
  }
}
