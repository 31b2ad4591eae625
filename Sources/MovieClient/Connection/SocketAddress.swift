import Glibc

/// `sockaddr_un` of [unix(7)](https://man7.org/linux/man-pages/man7/unix.7.html).
enum SocketAddress {
  /// Connects, waiting while the listener's backlog is full.
  ///
  /// - Returns: 0, or an errno: EAGAIN when the deadline passed.
  static func reach(_ descriptor: CInt, _ path: String, _ deadline: Deadline) -> CInt {
    // A non-blocking connect returns EAGAIN for a full backlog and poll(2) then never wakes; a blocking one
    // waits for room, and SO_SNDTIMEO limits it.
    let milliseconds = Int(deadline.remainingMilliseconds)
    guard milliseconds > 0 else { return EAGAIN }
    var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: .init(milliseconds % 1000 * 1000))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return with(path) { connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  static func with<T>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // One byte is left for the closing NUL; callers have rejected longer paths.
      for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
