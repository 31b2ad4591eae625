import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@LoopActor
@Suite final class RequestSequencerTests {
  private let server: InProcess
  private let client: LineClient
  private var requests = RequestSequencer()

  init() async throws {
    server = await InProcess.make()
    client = try server.connect()
  }

  /// Begins a request as ``Session`` does.
  private func add(
    _ method: MovieProtocol.Method, _ params: JSONValue = .object([]), bytes: Int = 0
  ) throws -> (request: Request, before: Request?, replaced: Request?) {
    let session = try #require(server.server.sessions.first)
    let handler = try #require(server.server.router.handlers.first { $0.method === method })
    let request = Request(
      session: session, id: nil, handler: handler, target: .connection, try Arguments(method, params: params),
      bytes: bytes)
    server.server.inFlight.add(request)
    let (before, replaced) = requests.add(request)
    return (request, before, replaced)
  }

  private func end(_ request: Request) {
    server.server.inFlight.remove(request)
    requests.remove(request)
  }

  private func search(_ name: String) -> JSONValue {
    .object([JSONMember("q", "a"), JSONMember("supersedes", .string(name))])
  }

  @Test func counts_requests_and_their_bytes() throws {
    let first = try add(SearchMethod.method, search("x"), bytes: 3).request
    let second = try add(ProfilesMethod.method, bytes: 4).request
    #expect(requests.count == 2 && requests.bytes == 7)
    end(first)
    #expect(requests.count == 1 && requests.bytes == 4)
    end(second)
    #expect(requests.isEmpty && requests.bytes == 0)
  }

  @Test func each_change_waits_for_the_one_before() throws {
    let (first, none, _) = try add(ProfilesLockMethod.method)
    #expect(none == nil && requests.isChanging)
    // Reads that need no order wait for nothing.
    let (read, alsoNone, _) = try add(ProfilesMethod.method)
    #expect(alsoNone == nil)
    let (second, before, _) = try add(ProfilesLockMethod.method)
    #expect(before === first)
    end(first)
    #expect(requests.isChanging)
    end(second)
    #expect(!requests.isChanging && !requests.isEmpty)
    end(read)
  }

  @Test func a_newer_request_replaces_the_one_of_its_name() throws {
    let (first, _, none) = try add(SearchMethod.method, search("x"))
    let (other, _, alsoNone) = try add(SearchMethod.method, search("y"))
    #expect(none == nil && alsoNone == nil)
    let (second, _, replaced) = try add(SearchMethod.method, search("x"))
    #expect(replaced === first)
    // It ends after the newer one has taken its name.
    end(first)
    let (third, _, next) = try add(SearchMethod.method, search("x"))
    #expect(next === second)
    for request in [second, other, third] { end(request) }
    #expect(requests.isEmpty)
  }
}
