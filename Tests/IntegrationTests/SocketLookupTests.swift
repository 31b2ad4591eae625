import Glibc
import TestSupport
import Testing

/// Daemon and client look for the socket in the same order, each by itself.
@Suite struct SocketLookupTests {
  /// From strong to weak; each row lacks the strongest of the row before.
  @Test(arguments: 0..<3) func option_goes_before_variable_before_runtime_folder(_ given: Int) throws {
    let home = try TemporaryFolder()
    let places = ["/option", "/variable", "/run/movierpc/socket"].map { home.path + $0 }
    let option = given == 0 ? ["--socket", places[0]] : []
    var environment = SpawnedDaemon.environment(home)
    if given <= 1 { environment["MOVIERPC_SOCKET"] = places[1] }
    let daemon = try Program(SpawnedDaemon.path, option, environment: environment)
    try Wait.until("it listens at \(places[given]): \(daemon.errors)") {
      (try? LineClient(path: places[given])) != nil
    }
    for place in places where place != places[given] { #expect(access(place, F_OK) != 0) }
    let pong = try Program.run(
      SpawnedDaemon.clientPath, ["call", "ping", "--no-spawn"] + option, environment: environment)
    #expect(pong.output == "{\"pong\":true}\n")
  }

  /// As a user of our own making, so that no daemon of a person is met.
  @Test(.needsRoot, .needs("setpriv", of: "util-linux"), arguments: [true, false])
  func hosts_without_the_variable_meet_the_daemon(_ hasRuntimeFolder: Bool) throws {
    let uid = hasRuntimeFolder ? 54_322 : 54_323
    let runtime = "/run/user/\(uid)"
    let fallback = "/tmp/movierpc-\(uid)"
    let home = try TemporaryFolder()
    chown(home.path, uid_t(uid), gid_t(uid))
    mkdir("/run/user", 0o755)
    if hasRuntimeFolder {
      mkdir(runtime, 0o700)
      chown(runtime, uid_t(uid), gid_t(uid))
    }
    defer {
      for folder in [runtime + "/movierpc", fallback] {
        unlink(folder + "/socket.lock")
        rmdir(folder)
      }
      rmdir(runtime)
    }
    var environment = ["HOME": home.path]
    let asUser = ["--reuid", "\(uid)", "--regid", "\(uid)", "--clear-groups"]
    // The session's own programs have the variable, a host such as cron has not.
    if hasRuntimeFolder { environment["XDG_RUNTIME_DIR"] = runtime }
    let daemon = try Program("setpriv", asUser + [SpawnedDaemon.path], environment: environment)
    environment["XDG_RUNTIME_DIR"] = nil
    let socket = (hasRuntimeFolder ? runtime + "/movierpc" : fallback) + "/socket"
    try Wait.until("it listens at \(socket): \(daemon.errors)") {
      (try? LineClient(path: socket)) != nil || daemon.hasEnded
    }
    let pong = try Program.run(
      "setpriv", asUser + [SpawnedDaemon.clientPath, "call", "ping", "--no-spawn"], environment: environment)
    #expect(pong.output == "{\"pong\":true}\n", "\(pong.errors) \(daemon.errors)")
    daemon.signal(SIGTERM)
    #expect(try daemon.wait().status == 0)
  }
}
