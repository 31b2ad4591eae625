import Glibc
import TestSupport
import Testing

/// The usual folder of the socket is made private; one that a person chose may be shared, and is left as it
/// is.
@Suite struct SocketFolderTests {
  @Test(arguments: [[], ["--socket"]])
  func usual_folder_is_made_private(_ option: [String]) throws {
    let home = try TemporaryFolder()
    let folder = home.path + "/run/movierpc"
    try #require(mkdir(home.path + "/run", 0o700) == 0 && mkdir(folder, 0o755) == 0)
    // A client that starts a daemon names the usual place.
    let daemon = try SpawnedDaemon(home: home, arguments: option.flatMap { [$0, folder + "/socket"] })
    _ = try daemon.connect()
    #expect(mode(folder) == 0o700)
    #expect(try daemon.stop().status == 0)
  }

  @Test func chosen_folder_is_left_as_it_is() throws {
    let home = try TemporaryFolder()
    let folder = home.path + "/shared"
    try #require(mkdir(folder, 0o755) == 0 && chmod(folder, 0o1777) == 0)
    let path = folder + "/socket"
    let daemon = try SpawnedDaemon(home: home, environment: ["MOVIERPC_SOCKET": path])
    while (try? LineClient(path: path)) == nil, !daemon.program.hasEnded { usleep(5000) }
    #expect(mode(folder) == 0o1777)
    #expect(mode(path) == 0o600)
    #expect(try daemon.stop().status == 0)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
