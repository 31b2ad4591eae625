import EventLoop
import Glibc
import MovieProtocol
import TestSupport
import Testing

@testable import RedisClient

func words(_ words: String...) -> [[UInt8]] { words.map { Array($0.utf8) } }

/// Waits as long as it takes: a test proves nothing by the speed of this machine.
@LoopActor func patientClient(_ url: String) throws -> RedisClient {
  var limits = RedisClient.Limits()
  (limits.patience, limits.storing, limits.opening) = (.seconds(60), .seconds(60), .seconds(60))
  limits.firstPause = .milliseconds(20)
  return try client(url, limits)
}

/// As in the daemon, but it tries again soon.
@LoopActor func impatientClient(_ url: String) throws -> RedisClient {
  var limits = RedisClient.Limits()
  (limits.firstPause, limits.maxPause) = (.milliseconds(200), .milliseconds(200))
  return try client(url, limits)
}

@LoopActor private func client(_ url: String, _ limits: RedisClient.Limits) throws -> RedisClient {
  RedisClient(try #require(RedisURL(url)), limits: limits) { host, _ in [host] }
}

/// Answers what comes at a Unix domain socket as the test says.
@LoopActor final class FakeStore: UnixStreamDelegate {
  typealias Answer = @LoopActor (UnixStream, _ reads: Int) -> Void

  private let socket: BoundSocket
  private let folder: TemporaryFolder
  private let listener: UnixListener
  private var streams: [UnixStream] = []
  private var reads: [ObjectIdentifier: Int] = [:]
  private let answer: Answer

  var url: String { "unix://" + socket.path }

  init(_ answer: @escaping Answer) throws {
    self.answer = answer
    folder = try TemporaryFolder()
    socket = try BoundSocket(folder.path + "/store", listens: false)
    // The listener closes its own.
    listener = try UnixListener(descriptor: fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0))
    try listener.listen(backlog: 16) { stream in
      self.streams.append(stream)
      stream.delegate = self
      stream.startReading()
    }
  }

  func close() {
    listener.close()
    for stream in streams { stream.close() }
  }

  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    reads[ObjectIdentifier(stream), default: 0] += 1
    answer(stream, reads[ObjectIdentifier(stream), default: 0])
  }

  func streamDidEnd(_ stream: UnixStream) { stream.close() }
  func stream(_ stream: UnixStream, didFail error: UVError) { stream.close() }
  func streamIsWaiting(_ stream: UnixStream) {}
  func streamDidDrain(_ stream: UnixStream) {}
}

/// A port that nobody else takes while this object holds it.
final class ClosedPort {
  private var descriptor: CInt = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  let number: Int

  init() {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + getsockname(descriptor, $0, &length)
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  /// For a server that listens there next.
  func free() -> Int {
    close(descriptor)
    descriptor = -1
    return number
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
