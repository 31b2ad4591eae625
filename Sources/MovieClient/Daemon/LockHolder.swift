#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import MovieProtocol

/// The daemon that holds a lock, as it wrote it there: `pid 4242, socket /run/user/1000/movierpc/socket`.
///
/// A daemon is known by its locks also where nothing listens at its socket any more: the lock beside the socket,
/// and the one in the data folder.
package struct LockHolder: Equatable, Sendable {
  package let pid: CInt
  package let socket: String

  /// Nil where nobody holds the lock, or no movierpcd does.
  ///
  /// - Parameter path: the lock's.
  package init?(lock path: String) {
    guard let text = Self.text(path), let holder = Self(text: text) else { return nil }
    // The number may have gone to another process since it was written.
    guard ProcessLife.name(of: holder.pid) == Version.server else { return nil }
    self = holder
  }

  /// Of the daemon that serves `socket`, or did while its file was there.
  ///
  /// - Parameter dataFolder: asked for only where the lock beside the socket does not tell.
  package static func serving(
    _ socket: String, dataFolder: () -> String? = DaemonFiles.dataFolder
  ) -> LockHolder? {
    if let holder = LockHolder(lock: socket + SocketStamp.lockSuffix) { return holder }
    guard let folder = dataFolder(), let holder = LockHolder(lock: folder + "/lock") else { return nil }
    return holder.socket == socket ? holder : nil
  }

  init?(text: String) {
    guard text.hasPrefix("pid "), let mark = text.firstRange(of: ", socket "),
      let pid = CInt(text[..<mark.lowerBound].dropFirst("pid ".count)), pid > 1
    else { return nil }
    self.pid = pid
    socket = String(text[mark.upperBound...])
    guard socket.hasPrefix("/") else { return nil }
  }

  /// The first line of a lock that somebody holds.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Shared, and given up at once: a daemon that starts at this moment tries again.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)].prefix { $0 != .newline }, as: UTF8.self)
  }
}
