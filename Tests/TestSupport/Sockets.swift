import Glibc

/// Sockets for tests in addition to ``LineClient``: one handed to the daemon, one the daemon reports to.
package final class BoundSocket {
  package let descriptor: CInt
  package let path: String

  /// Binds; a stream socket also listens by default.
  package init(_ path: String, datagrams: Bool = false, listens: Bool = true) throws {
    self.path = path
    let type = datagrams ? SOCK_DGRAM : SOCK_STREAM
    descriptor = socket(AF_UNIX, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    if name.first == UInt8(ascii: "@") { name[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.prefix(107)) }
    // The whole structure for a path; for an abstract address exactly its bytes, all of which count.
    let size = name.first == 0 ? MemoryLayout<sa_family_t>.size + name.count : MemoryLayout<sockaddr_un>.size
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(size)) }
    }
    guard status == 0, datagrams || !listens || listen(descriptor, 16) == 0 else {
      throw Program.Fault(description: "bind \(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// The next datagram.
  package func datagram() throws -> String {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&one, 1, 240_000) == 1 else { throw Program.Fault(description: "no datagram in 240 s") }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
