import Glibc
import Synchronization

/// A proxy that notes what it is asked for, and refuses it.
final class RefusingProxy: Sendable {
  private let descriptor: CInt
  private let lines = Noted()
  let address: String

  private final class Noted: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// `CONNECT host:443 HTTP/1.1`
  var requests: [String] { lines.lines.withLock { $0 } }

  init() {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    // Listening without an address, it gets a free port, of every interface; it refuses them all alike.
    listen(descriptor, 128)
    var bound = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    self.descriptor = descriptor
    address = "http://127.0.0.1:\(UInt16(bigEndian: bound.sin_port))"
    let work = Unmanaged.passRetained(Work(descriptor: descriptor, lines: lines)).toOpaque()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work)
    pthread_detach(thread)
  }

  /// Wakes the thread, which closes the descriptor.
  deinit { shutdown(descriptor, CInt(SHUT_RDWR)) }

  private final class Work: Sendable {
    let descriptor: CInt
    let lines: Noted

    init(descriptor: CInt, lines: Noted) {
      self.descriptor = descriptor
      self.lines = lines
    }

    func run() {
      while case let connection = accept(descriptor, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(0, count)).prefix { $0 != 13 }
        lines.lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
        let refusal = Array("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".utf8)
        _ = send(connection, refusal, refusal.count, CInt(MSG_NOSIGNAL))
        close(connection)
      }
      close(descriptor)
    }
  }
}
