import Glibc
import MovieStore

/// A lock that ends with the process, however it ends (https://man7.org/linux/man-pages/man2/flock.2.html).
/// The file names the holder; it is never removed, because another process may wait on the same inode.
final class FileLock: Sendable {
  private let descriptor: CInt

  enum Outcome {
    case taken(FileLock)
    /// The holder's line, of any version.
    case heldBy(String)
  }

  private init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  static func acquire(_ path: String, saying owner: String) throws(SystemError) -> Outcome {
    var descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor < 0, [EROFS, EACCES].contains(errno) {
      let code = errno
      // The file may exist all the same, and a lock needs no write access.
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { throw SystemError("create the lock \(path)", code: code) }
    }
    guard descriptor >= 0 else { throw SystemError("open the lock \(path)") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      guard errno == EWOULDBLOCK else { throw SystemError("lock \(path)") }
      var text = [UInt8](repeating: 0, count: 512)
      let length = pread(descriptor, &text, text.count, 0)
      let line = String(decoding: text[..<max(0, length)].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      // It is shown on a terminal.
      return .heldBy(
        String(
          String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
      )
    }
    let line = Array((owner + "\n").utf8)
    // It only informs: a full or read-only disk does not keep the daemon from working.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, line, line.count, 0) }
    return .taken(FileLock(descriptor: descriptor))
  }

  /// Whether the file at `path` is the locked one; if not, another process could lock the new file without
  /// noticing us.
  func isAt(_ path: String) -> Bool {
    var (ours, found) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && lstat(path, &found) == 0
      && ours.st_ino == found.st_ino && ours.st_dev == found.st_dev
  }

  deinit { close(descriptor) }
}
