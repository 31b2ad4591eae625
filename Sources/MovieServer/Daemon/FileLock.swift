import Glibc

/// A lock that ends with the process, however it ends (https://man7.org/linux/man-pages/man2/flock.2.html).
/// The file says who holds it; it is never removed, because another process may wait on the same inode.
final class FileLock: Sendable {
  private let descriptor: CInt

  enum Outcome {
    case taken(FileLock)
    /// What the holder wrote: its pid and its socket.
    case heldBy(String)
  }

  private init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  static func take(_ path: String, saying owner: String) throws(SystemError) -> Outcome {
    var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0, [EROFS, EACCES].contains(errno) {
      let code = errno
      // It may be there all the same, and a lock needs no writing.
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw SystemError("make the lock \(path)", code: code) }
    }
    guard descriptor >= 0 else { throw SystemError("open the lock \(path)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      guard errno == EWOULDBLOCK else { throw SystemError("lock \(path)") }
      var text = [UInt8](repeating: 0, count: 512)
      let length = pread(descriptor, &text, text.count, 0)
      let line = String(decoding: text[..<max(0, length)].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      // It will be shown on somebody's terminal.
      return .heldBy(
        String(
          String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
      )
    }
    let line = Array((owner + "\n").utf8)
    // For people only: a disk that is full or read-only does not keep the daemon from its work.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, line, line.count, 0) }
    return .taken(FileLock(descriptor: descriptor))
  }

  /// The file at `path` is the one that is locked; another process that locks what is there now would not
  /// meet us.
  func isAt(_ path: String) -> Bool {
    var (ours, found) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && lstat(path, &found) == 0
      && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev
  }

  deinit { close(descriptor) }
}
