internal import CLibuv
private import Glibc

extension UnixStream {
  /// Connects to a listening Unix domain socket, without waiting: locally that succeeds or fails at once.
  ///
  /// - Throws: `ENOENT` and `ECONNREFUSED` when no process listens, `EAGAIN` when too many clients are
  ///   already waiting, `ENAMETOOLONG` for a path over 107 bytes, which libuv would silently truncate.
  package convenience init(connectingTo path: String) throws(UVError) {
    let operation = "connect to \(path)"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.isEmpty, path.utf8.count < capacity, !path.utf8.contains(0) else {
      throw UVError(code: UV_ENAMETOOLONG.rawValue, operation: operation)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw UVError(code: uv_translate_sys_error(errno), operation: operation) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let code = uv_translate_sys_error(errno)
      Glibc.close(descriptor)
      throw UVError(code: code, operation: operation)
    }
    try self.init(descriptor: descriptor)
  }
}
