import Glibc
import MovieProtocol
import MovieStore

/// The path the daemon listens on, made safe before any client can connect: our folder, no other daemon, no
/// stale file.
struct ListenPath {
  let path: String
  /// Chosen by the user, who may have put it in a folder that is not ours alone.
  let isExplicit: Bool

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  var lockPath: String { path + ".lock" }

  /// Makes the folder, 0700. A folder in a shared place that another user made is refused.
  func prepareFolder() throws(SystemError) {
    guard path.utf8.count <= SocketPath.maxLength, !path.utf8.contains(0) else {
      throw SystemError(
        "listen on \(path), a path longer than \(SocketPath.maxLength) bytes", code: ENAMETOOLONG)
    }
    try Folders.make(folder)
    guard !isExplicit else { return }
    guard SocketPath.isOwnedFolder(folder, geteuid()) else {
      throw SystemError("use \(folder), which does not belong to you", code: EPERM)
    }
    guard chmod(folder, 0o700) == 0 else { throw SystemError("change the mode of \(folder)") }
  }

  /// Binds; call with the lock held. A socket left by a daemon that died is taken over, any other file is
  /// left alone.
  func bind() throws(SystemError) -> BoundSocket {
    try clearStale()
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("create a socket") }
    // The file gets the socket's mode, so it is right from the start: between bind and a later chmod others
    // could connect. (A umask would affect the whole process.)
    guard fchmod(descriptor, 0o600) == 0, withAddress({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      throw SystemError("listen on \(path)", code: code)
    }
    return BoundSocket(descriptor: descriptor, path: AbsolutePath.of(path))
  }

  /// True if a program answers at the path now.
  func isAlive() -> Bool { connectCode() == 0 }

  /// 0 if a program listens, ECONNREFUSED or ENOENT if none does; other codes leave that open.
  private func connectCode() -> CInt {
    // Non-blocking: a program that listens but does not accept must not block us.
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    guard withAddress({ connect(descriptor, $0, $1) }) != 0 else { return 0 }
    return errno == EAGAIN ? 0 : errno
  }

  private func clearStale() throws(SystemError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemError("listen on \(path), which is not a socket", code: EEXIST)
    }
    switch connectCode() {
    case ECONNREFUSED, ENOENT: break
    case 0: throw SystemError("listen on \(path), where another program listens", code: EADDRINUSE)
    // Not ours to connect to, or a socket of another kind: assume that it is in use.
    case let code: throw SystemError("listen on \(path), which another program may use", code: code)
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw SystemError("remove the old socket \(path)") }
  }

  private func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // One byte is reserved for the NUL; `prepareFolder` has refused longer paths.
      room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

/// A bound socket and its file.
struct BoundSocket: Sendable {
  let descriptor: CInt
  let path: String
  /// Made by a service manager, which also removes the file.
  let isHandedOver: Bool
  private let file: File?

  init(descriptor: CInt, path: String, isHandedOver: Bool = false) {
    self.descriptor = descriptor
    self.path = path
    self.isHandedOver = isHandedOver
    file = File(path)
  }

  /// The file at the path is still this socket's: clients that connect there reach us.
  var isAtItsPath: Bool { file != nil && File(path) == file }

  /// Removes the file if it is still ours: after a take-over it belongs to the next daemon.
  func unlinkIfOurs() {
    if !isHandedOver, isAtItsPath { unlink(path) }
  }

  private struct File: Equatable {
    let device: dev_t
    let inode: ino_t

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }
}
