import Glibc
import JSONRPC
import Testing

@testable import MovieClient

struct TitleIconsTests {
  private let titles: [JSONValue] = [
    ["key": "movie/1", "poster_path": "/a.jpg"], ["key": "movie/2", "poster_path": .null],
    ["key": "movie/3", "poster_path": "/c.jpg"], ["key": "movie/4", "poster_path": "/d.jpg"],
  ]

  private func files(_ isFetching: Bool, _ answer: @escaping @Sendable (CInt) -> Void) throws -> [String:
    String]
  {
    let server = try TestServer(answer)
    var caller = try server.caller()
    return TitleIcons.files(of: titles, isFetching: isFetching, &caller)
  }

  @Test func files_are_asked_for_together_and_found_by_their_ids() throws {
    let files = try files(false) { descriptor in
      let asked = (0..<3).map { _ in TestServer.readLine(descriptor) }
      #expect(
        asked[0]
          == #"{"jsonrpc":"2.0","id":1,"method":"image","params":{"path":"/a.jpg","size":"w154","cache_only":true}}"#
      )
      #expect(asked[2].contains("/d.jpg"))
      // In any order, with something else between.
      TestServer.write(descriptor, #"{"id":3,"result":{"file":"/images/d"}}"# + "\n")
      TestServer.write(descriptor, #"{"id":9,"result":{"file":"/images/x"}}"# + "\n")
      TestServer.write(descriptor, #"{"id":2,"error":{"code":1001,"message":"no"}}"# + "\n")
      TestServer.write(descriptor, #"{"id":1,"result":{"file":"/images/a"}}"# + "\n")
    }
    #expect(files == ["movie/1": "/images/a", "movie/4": "/images/d"])
  }

  @Test func a_daemon_that_goes_away_costs_only_what_it_has_not_said() throws {
    let files = try files(true) { descriptor in
      #expect(TestServer.readLine(descriptor).contains(#""cache_only":false"#))
      TestServer.write(descriptor, #"{"id":1,"result":{"file":"/images/a"}}"# + "\n")
    }
    #expect(files == ["movie/1": "/images/a"])
  }

  @Test func without_posters_nobody_is_asked() throws {
    let folder = try temporaryFolder()
    let daemon = try FakeDaemon(folder + "/socket")
    do {
      let connection = try #require(try Connection.open(path: folder + "/socket", Deadline(.patient)))
      var caller = RPCClient(connection, Deadline(.patient))
      #expect(TitleIcons.files(of: [titles[1]], isFetching: true, &caller) == [:])
    }
    #expect(try daemon.meet() == "")
    unlink(folder + "/socket")
    rmdir(folder)
  }
}
