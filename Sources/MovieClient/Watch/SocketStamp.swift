import Glibc

/// The identity of the socket's file and the lock next to it: another stamp means that a daemon has been
/// started.
///
/// The lock counts because a service manager's socket stays the same file whichever daemon serves it; each
/// daemon writes its pid into the lock when it starts, and leaves it alone when it ends.
struct SocketStamp: Equatable {
  private struct File: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
  }

  private let socket: File?
  private let lock: File?

  /// The end of a lock's path, which begins with the socket's.
  static let lockSuffix = ".lock"

  init(path: String) {
    socket = Self.file(path)
    lock = Self.file(path + Self.lockSuffix)
  }

  private static func file(_ path: String) -> File? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return File(
      inode: UInt64(status.st_ino), seconds: Int(status.st_mtim.tv_sec),
      nanoseconds: Int(status.st_mtim.tv_nsec))
  }
}
