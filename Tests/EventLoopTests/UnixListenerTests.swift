import EventLoop
import Glibc
import Testing

@Suite(.onLoop, .timeLimit(.minutes(20))) @LoopActor struct UnixListenerTests {
  @Test func accepts_many_and_leaves_the_path_alone() async throws {
    let socket = try BoundSocket()
    defer { socket.remove() }
    let accepted = Log<UnixStream>()
    let listener = try socket.listener()
    try listener.listen(backlog: 256) { accepted.note($0) }
    let clients = try (0..<200).map { _ in try UnixStream(connectingTo: socket.path) }
    await accepted.until(count: 200)
    #expect(accepted.entries.allSatisfy { $0.peer?.pid == getpid() })

    let client = End(clients[0])
    let server = End(accepted.entries[0])
    client.send([1, 2, 3])
    await server.until { server.received == [1, 2, 3] }

    listener.close()
    listener.close()
    #expect(access(socket.path, F_OK) == 0)
    // The child that another test starts has this descriptor, too, until it executes its program.
    while Self.connectionError(socket.path) != "ECONNREFUSED" { await EndOfTurnWaiter.wait() }
    for stream in clients + accepted.entries { stream.close() }
  }

  private static func connectionError(_ path: String) -> String? {
    do throws(UVError) {
      try UnixStream(connectingTo: path).close()
      return nil
    } catch {
      return error.name
    }
  }

  @Test func finish_accepts_all_that_wait() async throws {
    let socket = try BoundSocket()
    let accepted = Log<UnixStream>()
    let listener = try socket.listener()
    try listener.listen(backlog: 256) { accepted.note($0) }
    // The loop has no turn in between.
    let clients = try (0..<150).map { _ in try UnixStream(connectingTo: socket.path) }
    socket.remove()
    listener.finish()
    #expect(accepted.entries.count == 150 && listener.isClosing)
    for stream in clients + accepted.entries { stream.close() }
  }

  @Test func close_inside_the_accept_callback() async throws {
    let socket = try BoundSocket()
    defer { socket.remove() }
    let accepted = Log<UnixStream>()
    let listener = try socket.listener()
    try listener.listen(backlog: 8) { stream in
      listener.close()
      accepted.note(stream)
    }
    let clients = try (0..<3).map { _ in try UnixStream(connectingTo: socket.path) }
    await accepted.until(count: 1)
    for _ in 0..<3 { await EndOfTurnWaiter.wait() }
    #expect(accepted.entries.count == 1)
    for stream in clients + accepted.entries { stream.close() }
  }

  @Test func long_path_is_an_error() {
    let path = "/tmp/" + String(repeating: "x", count: 120)
    let error = #expect(throws: UVError.self) { try UnixStream(connectingTo: path) }
    #expect(error?.name == "ENAMETOOLONG")
  }
}

/// The test library opens and closes descriptors of its own on another thread, so one may become free below
/// the limit while a test runs: a client may be served where another run turns it away, but never left alone.
struct UnixListenerExitTests {
  @Test func without_descriptors_clients_are_turned_away_and_later_ones_served() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        let server = try GreetingServer()
        let early = try (0..<20).map { _ in try server.connect() }
        let limit = try lowestFreeDescriptor()
        try limitDescriptors(limit)
        // When that other thread took the reserve's number, the listener rests until there is one more.
        let relief = LoopTask.start {
          for more in 1... {
            guard (try? await EventLoop.sleep(for: .milliseconds(300))) != nil else { return }
            try? limitDescriptors(limit + more)
          }
        }
        for client in early { await client.until { client.hasEnded || !client.received.isEmpty } }
        relief.cancel()
        #expect(server.listener.rejected > 10)
        #expect(Int(server.listener.rejected) + server.accepted.count == early.count)

        try limitDescriptors(1024)
        let late = try server.connect()
        await late.until { !late.received.isEmpty }
        for client in early + [late] { client.stream.close() }
        server.close()
      }
      #expect(left == [])
    }
  }

  @Test func without_even_a_reserve_the_listener_rests() async {
    await #expect(processExitsWith: .success) {
      let left = try withFreshLoop {
        // The reserve gets a number that is over the limit later on.
        let low = (0..<50).map { _ in dup(0) }
        let server = try GreetingServer()
        for descriptor in low { Glibc.close(descriptor) }
        let early = try server.connect()
        try limitDescriptors(lowestFreeDescriptor())
        let turns = EventLoop.turns
        try await EventLoop.sleep(for: .milliseconds(250))
        #expect(EventLoop.turns - turns < 30, "a listener that did not rest would turn the loop all the time")

        try limitDescriptors(1024)
        let late = try server.connect()
        await late.until { !late.received.isEmpty }
        #expect(early.hasEnded || !early.received.isEmpty)
        for client in [early, late] { client.stream.close() }
        server.close()
      }
      #expect(left == [])
    }
  }
}

/// Sends a byte to everybody it accepts.
@LoopActor private final class GreetingServer {
  let socket: BoundSocket
  let listener: UnixListener
  private(set) var accepted: [UnixStream] = []

  init() throws {
    socket = try BoundSocket()
    listener = try socket.listener()
    try listener.listen(backlog: 64) { [unowned self] stream in
      accepted.append(stream)
      stream.output.append(1)
      stream.setNeedsWrite()
    }
  }

  func connect() throws -> End { End(try UnixStream(connectingTo: socket.path)) }

  func close() {
    for stream in accepted { stream.close() }
    listener.close()
    socket.remove()
  }
}

/// A socket bound to a path in a folder of its own, not listening yet.
struct BoundSocket {
  let folder: String
  let path: String
  let descriptor: CInt

  init() throws {
    var template = Array("/tmp/eventloop-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    path = folder + "/socket"
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0)
  }

  @LoopActor func listener() throws -> UnixListener { try UnixListener(descriptor: descriptor) }

  func remove() {
    unlink(path)
    rmdir(folder)
  }
}

func lowestFreeDescriptor() throws -> Int {
  let descriptor = dup(0)
  try #require(descriptor >= 0)
  close(descriptor)
  return Int(descriptor)
}

func limitDescriptors(_ count: Int) throws {
  var limit = rlimit()
  try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
  limit.rlim_cur = rlim_t(count)
  try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
}
