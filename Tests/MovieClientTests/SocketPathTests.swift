import MovieProtocol
import Testing

@testable import MovieClient

struct SocketPathTests {
  @Test(
    arguments: [
      ("/o", ["MOVIERPC_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], true, "/o"),
      (nil, ["MOVIERPC_SOCKET": "/e", "XDG_RUNTIME_DIR": "/x"], true, "/e"),
      ("", ["MOVIERPC_SOCKET": "", "XDG_RUNTIME_DIR": "/x"], true, "/x/movierpc/socket"),
      (nil, ["XDG_RUNTIME_DIR": "x"], true, "/run/user/1000/movierpc/socket"),
      (nil, [:], true, "/run/user/1000/movierpc/socket"),
      (nil, [:], false, "/tmp/movierpc-1000/socket"),
    ] as [(String?, [String: String], Bool, String)])
  func the_first_place_that_is_named_counts(
    _ option: String?, _ variables: [String: String], _ isOurs: Bool, _ path: String
  ) {
    let found = SocketPath.resolve(option: option, environment: { variables[$0] }, uid: 1000) { folder, uid in
      isOurs && folder == "/run/user/1000" && uid == 1000
    }
    #expect(found == path)
  }

  @Test func a_path_too_long_for_a_socket_is_a_usage_error() throws {
    let longest = "/" + String(repeating: "a", count: SocketPath.maxLength - 1)
    #expect(try Environment.socketPath(option: longest) == longest)
    let failure = #expect(throws: CommandError.self) { try Environment.socketPath(option: longest + "a") }
    #expect(failure?.status == .usage)
  }

  @Test func a_path_becomes_absolute() throws {
    let path = try Environment.socketPath(option: "s")
    #expect(path.hasPrefix("/") && path.hasSuffix("/s"))
  }
}
