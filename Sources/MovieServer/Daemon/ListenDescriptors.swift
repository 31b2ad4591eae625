import Glibc
import MovieStore

/// A socket that a service manager bound and handed over
/// (https://www.freedesktop.org/software/systemd/man/latest/sd_listen_fds.html).
enum ListenDescriptors {
  private static let first: CInt = 3

  /// - Returns: the socket and its path; nil if this process was given none.
  static func inherited(environment: (String) -> String?) throws(SystemError) -> (
    descriptor: CInt, path: String
  )? {
    guard let pid = environment("LISTEN_PID"), pid == String(getpid()), let count = environment("LISTEN_FDS")
    else {
      return nil
    }
    // The programs we start must not inherit these.
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard count == "1" else {
      throw SystemError("use LISTEN_FDS=\(count): exactly one socket is expected", code: EINVAL)
    }
    guard fcntl(first, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError("use the socket of LISTEN_FDS") }
    var listens: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(first, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0, listens == 1 else {
      throw SystemError("use the socket of LISTEN_FDS, which does not listen", code: EINVAL)
    }
    let path = try path(of: first)
    // An abstract address or none: no place for the lock, and no path to tell a client.
    guard path.hasPrefix("/") else {
      throw SystemError("use the socket of LISTEN_FDS, which has no path", code: EINVAL)
    }
    return (first, path)
  }

  private static func path(of descriptor: CInt) throws(SystemError) -> String {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard status == 0, address.sun_family == sa_family_t(AF_UNIX) else {
      throw SystemError("use the descriptor of LISTEN_FDS, which is not a Unix socket", code: EAFNOSUPPORT)
    }
    return withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
