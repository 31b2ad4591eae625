import Glibc
import Testing

@testable import MovieClient

struct ConnectionTests {
  private let deadline = Deadline(.patient)

  @Test func nobody_listens_where_there_is_no_socket() throws {
    let folder = try temporaryFolder()
    defer { rmdir(folder) }
    #expect(try Connection.open(path: folder + "/socket", deadline) == nil)
    #expect(try Connection.open(path: folder + "/sub/socket", deadline) == nil)
  }

  @Test func nobody_listens_where_a_daemon_was_killed() throws {
    let folder = try temporaryFolder()
    let path = folder + "/socket"
    defer {
      unlink(path)
      rmdir(folder)
    }
    let descriptor = socket(AF_UNIX, LibC.streamSocket, 0)
    #expect(SocketAddress.with(path) { bind(descriptor, $0, $1) } == 0)
    close(descriptor)
    #expect(try Connection.open(path: path, deadline) == nil)
  }

  @Test func a_full_backlog_is_waited_for() throws {
    let server = try TestServer(backlog: 0, nil)
    var waiting: [Connection] = []
    let failure = #expect(throws: CommandError.self) {
      for _ in 0..<8 {
        waiting.append(try server.connection(Deadline(try #require(Seconds("0.1")))))
      }
    }
    #expect(failure?.status == .timedOut)
  }

  @Test func the_listener_must_be_ours_or_root() {
    #expect(PeerCheck.isTrusted(1000, myself: 1000))
    #expect(PeerCheck.isTrusted(0, myself: 1000))
    #expect(!PeerCheck.isTrusted(1001, myself: 1000))
    #expect(!PeerCheck.isTrusted(1000, myself: 0))
  }

  @Test func the_listener_is_known_by_its_credentials() throws {
    let server = try TestServer(nil)
    let connection = try server.connection()
    #expect(connection.peerPID == getpid())
    #expect(PeerCheck.credentials(connection.descriptor)?.uid == getuid())
  }
}
