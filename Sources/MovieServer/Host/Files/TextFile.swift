import Glibc
import MovieStore

/// Files that are read whole.
enum TextFile {
  /// - Parameter isSecret: no other user may read or own it.
  static func read(
    _ path: String, atMost maximum: Int, isSecret: Bool = false
  ) throws(SystemError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw SystemError("open \(path)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw SystemError("access \(path)") }
    // A pipe or a device might never end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError("read \(path), which is not a file", code: EINVAL)
    }
    guard !isSecret || status.st_uid == geteuid() && status.st_mode & 0o077 == 0 else {
      throw SystemError("use \(path), which is open to other users", code: EPERM)
    }
    guard status.st_size <= maximum else { throw SystemError("read \(path)", code: EFBIG) }
    guard let bytes = DurableFile.read(file, size: Int(status.st_size), maxBytes: maximum) else {
      throw SystemError("read \(path)")
    }
    return bytes
  }
}
