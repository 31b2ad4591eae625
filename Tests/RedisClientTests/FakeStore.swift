import EventLoop
import Glibc
import TestSupport

/// Answers what comes as the test says, at a Unix domain socket or a port.
@LoopActor final class FakeStore: UnixStreamDelegate {
  typealias Answer = @LoopActor (UnixStream, _ reads: Int) -> Void

  let url: String
  private let folder: TemporaryFolder
  private let listener: UnixListener
  private var streams: [UnixStream] = []
  private var reads: [ObjectIdentifier: Int] = [:]
  private let answer: Answer

  /// - Parameter scheme: with another one than `unix`, it listens at a port of 127.0.0.1.
  init(_ scheme: String = "unix", _ answer: @escaping Answer) throws {
    self.answer = answer
    folder = try TemporaryFolder()
    // The listener closes its own descriptor.
    if scheme == "unix" {
      let socket = try BoundSocket(folder.path + "/store", listens: false)
      url = "unix://" + socket.path
      listener = try UnixListener(descriptor: fcntl(socket.descriptor, F_DUPFD_CLOEXEC, 0))
    } else {
      let port = ClosedPort()
      url = "\(scheme)://127.0.0.1:\(port.number)"
      listener = try UnixListener(descriptor: fcntl(port.descriptor, F_DUPFD_CLOEXEC, 0))
    }
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
