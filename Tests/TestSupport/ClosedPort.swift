import Glibc

/// A port that nobody else takes while this object holds it.
package final class ClosedPort {
  package private(set) var descriptor: CInt = socket(
    AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  package let number: Int

  /// Below the ports that the kernel gives to whoever asks for any, so that nobody else gets it after ``free()``.
  package init() {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let descriptor = descriptor
    for _ in 0..<1000 {
      address.sin_port = UInt16.random(in: 16_384..<32_768).bigEndian
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isBound { break }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  /// For a server that listens there next.
  package func free() -> Int {
    close(descriptor)
    descriptor = -1
    return number
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
