import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct UnixStreamTCPTests {
  /// A TCP port of this machine.
  private final class Port {
    let descriptor: CInt
    let number: UInt16

    init(_ family: CInt = AF_INET, backlog: CInt?) throws {
      descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_storage()
      address.ss_family = sa_family_t(family)
      var length = socklen_t(
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
      let descriptor = descriptor
      let result = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      try #require(result)
      if let backlog { listen(descriptor, backlog) }
      // Both kinds of address have it at the same place.
      number = withUnsafeBytes(of: &address) {
        UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
      }
    }

    @LoopActor func accepted() throws -> UnixStream {
      try UnixStream(descriptor: accept(descriptor, nil, nil))
    }

    deinit { close(descriptor) }
  }

  private static var patience: LoopInstant { EventLoop.now + .seconds(60) }

  @Test(arguments: [("127.0.0.1", AF_INET), ("::1", AF_INET6)])
  func bytes_go_both_ways(_ address: String, _ family: CInt) async throws {
    let port = try Port(family, backlog: 8)
    let near = End(try await UnixStream.tcp(to: address, port: port.number, until: Self.patience))
    let far = End(try port.accepted())
    near.send([1, 2])
    far.send([3])
    await far.until { far.received == [1, 2] }
    await near.until { near.received == [3] }
    #expect(near.stream.peer == nil)
    near.stream.close()
    await far.until { far.hasEnded }
    far.stream.close()
  }

  @Test func nobody_listens() async throws {
    let port = try Port(backlog: nil)
    let error = await #expect(throws: UVError.self) {
      try await UnixStream.tcp(to: "127.0.0.1", port: port.number, until: Self.patience)
    }
    #expect(error?.name == "ECONNREFUSED")
  }

  @Test func what_is_no_address_is_refused() async throws {
    for text in ["", "localhost", "1.2.3", "::1::", "300.0.0.1"] {
      await #expect(throws: UVError.self, "\(text)") {
        try await UnixStream.tcp(to: text, port: 1, until: Self.patience)
      }
    }
  }

  /// The kernel drops what a full queue has no room for, so the connection is never made.
  @Test func a_connection_that_is_not_made_ends_at_its_deadline_or_is_cancelled() async throws {
    let port = try Port(backlog: 0)
    let first = try await UnixStream.tcp(to: "127.0.0.1", port: port.number, until: Self.patience)
    defer { first.close() }
    let number = port.number
    let error = await #expect(throws: UVError.self) {
      try await UnixStream.tcp(to: "127.0.0.1", port: number, until: EventLoop.now + .milliseconds(20))
    }
    #expect(error?.name == "ETIMEDOUT")
    let task = LoopTask.start {
      do {
        try await UnixStream.tcp(to: "127.0.0.1", port: number, until: Self.patience).close()
        return false
      } catch {
        return error is CancellationError
      }
    }
    await EndOfTurnWaiter.wait()
    task.cancel()
    #expect(await task.value)
  }
}
