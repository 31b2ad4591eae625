#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import JSONRPC
import MovieProtocol

/// The daemon that holds a lock, as it recorded itself there: `pid 4242, ends within 10000 ms, socket
/// /run/user/1000/movierpc/socket`.
///
/// A daemon can be found by its locks even if nothing listens at its socket any more: the lock next to the
/// socket, and the one in the data folder.
package struct LockHolder: Equatable, Sendable {
  package let pid: CInt
  /// From SIGTERM to its end, unless it hangs.
  package let endsWithin: Duration
  package let socket: String

  /// Nil if no process holds the lock, or the holder is not movierpcd.
  ///
  /// - Parameter path: the path of the lock.
  package init?(lock path: String) {
    guard let text = Self.text(path), let holder = Self(text: text) else { return nil }
    // The pid may have been reused since it was written.
    guard ProcessLiveness.name(of: holder.pid) == Version.server else { return nil }
    self = holder
  }

  /// The daemon that serves `socket`, or did while its file existed.
  ///
  /// - Parameter dataFolder: used only if the lock next to the socket does not tell.
  package static func serving(
    _ socket: String, dataFolder: () -> String? = DaemonFiles.dataFolder
  ) -> LockHolder? {
    if let holder = LockHolder(lock: socket + SocketStamp.lockSuffix) { return holder }
    guard let folder = dataFolder(), let holder = LockHolder(lock: folder + "/lock") else { return nil }
    return holder.socket.utf8.elementsEqual(socket.utf8) ? holder : nil
  }

  /// A daemon is not waited for longer, whatever its lock says.
  private static let maxEndMilliseconds = ShutdownMethod.maxMilliseconds(drain: 60_000)

  init?(text: String) {
    // The path may contain commas.
    let fields = text.split(separator: ",", maxSplits: 2)
    guard fields.count == 3, let pid = Self.between(fields[0], "pid ").flatMap({ CInt($0) }), pid > 1,
      let endsWithin = Self.between(fields[1], " ends within ", " ms").flatMap({ Int($0) }), endsWithin >= 0,
      let socket = Self.between(fields[2], " socket "), socket.hasPrefix("/")
    else { return nil }
    self.pid = pid
    self.endsWithin = .milliseconds(min(endsWithin, Self.maxEndMilliseconds))
    self.socket = String(socket)
  }

  private static func between(_ field: Substring, _ start: String, _ end: String = "") -> Substring? {
    guard field.hasPrefix(start), field.hasSuffix(end) else { return nil }
    return field.dropFirst(start.count).dropLast(end.count)
  }

  /// The first line of a lock that is held.
  private static func text(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Shared, and released at once: a daemon that starts at this moment tries again.
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return nil }
    let bytes = LibC.beginning(descriptor, 512) ?? []
    return String(decoding: bytes.prefix { $0 != .newline }, as: UTF8.self)
  }
}
