import Glibc
import Testing

@testable import MovieClient

/// A Unix socket in a folder of its own, with a thread that plays the daemon.
final class TestServer: Sendable {
  let path: String
  private let folder: String
  private let listener: CInt

  /// - Parameter serve: called on the thread with the first connection's descriptor, which is closed
  ///   afterwards.
  init(backlog: CInt = 8, _ serve: (@Sendable (CInt) -> Void)?) throws {
    folder = try temporaryFolder()
    path = folder + "/socket"
    let descriptor = socket(AF_UNIX, LibC.streamSocket, 0)
    listener = descriptor
    let bound = SocketAddress.with(path) { bind(descriptor, $0, $1) }
    try #require(bound == 0 && listen(descriptor, backlog) == 0)
    guard let serve else { return }
    // One of the thread's own: the number of one that was closed meanwhile may be another test's listener.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    try #require(own >= 0)
    startThread {
      let connection = accept(own, nil, nil)
      if connection >= 0 {
        serve(connection)
        close(connection)
      }
      close(own)
    }
  }

  deinit {
    // A thread that still waits for somebody waits no longer.
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
    unlink(path)
    rmdir(folder)
  }

  func connection(_ deadline: Deadline = Deadline(.patient)) throws -> Connection {
    try #require(try Connection.open(path: path, deadline))
  }

  func caller() throws -> RPCClient { RPCClient(try connection(), Deadline(.patient)) }

  /// One request, as a thread of the server sees it.
  static func readLine(_ descriptor: CInt) -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Returns when the client has closed the connection; reads nothing.
  static func waitForEnd(_ descriptor: CInt) {
    var one = pollfd(fd: descriptor, events: 0, revents: 0)
    while poll(&one, 1, -1) < 0, errno == EINTR {}
  }

  static func write(_ descriptor: CInt, _ text: String) {
    try? Output.write(Array(text.utf8), to: descriptor)
  }
}

extension Seconds {
  /// Ends a test that is broken; a busy machine takes less.
  static let patient = Seconds("240") ?? .max
}

/// Writes a program. Not by a descriptor of ours: a program that another test starts meanwhile would keep it
/// open for writing, and what is open for writing cannot be run.
func writeProgram(_ text: String, to path: String) throws {
  let script = #"printf %s "$1" > "$0" && chmod 700 "$0""#
  let shell = ProgramOutput.of("/bin/sh", ["-c", script, path, text], Deadline(.patient))
  try #require(shell?.status == 0)
}

func temporaryFolder() throws -> String {
  var template = Array("/tmp/movierpc-test-XXXXXX".utf8CString)
  return try template.withUnsafeMutableBufferPointer { buffer in
    let start = try #require(buffer.baseAddress)
    return String(cString: try #require(mkdtemp(start)))
  }
}

/// Not a task: what runs here blocks.
func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      guard let box else { return nil }
      Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  pthread_detach(thread)
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
