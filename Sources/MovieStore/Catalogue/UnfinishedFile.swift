import Glibc

/// A new file beside another one, which it replaces when it is whole. Locked as long as it is written, so that nobody takes it for
/// one that was left over, in whatever container (https://man7.org/linux/man-pages/man2/flock.2.html).
final class UnfinishedFile {
  private static let mark = ".new-"
  private static let journal = "-journal"
  /// On a file system without locks: nobody writes so long.
  private static let oldSeconds = 86_400

  let path: String
  let descriptor: CInt

  init(beside path: String) throws(SystemError) {
    while true {
      let new = path + Self.mark + String(UInt64.random(in: 0 ... .max), radix: 16)
      let descriptor = open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw SystemError("create", new) }
      let isMine = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
      var status = stat()
      // Somebody may have found it before it was locked.
      if isMine, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        (self.path, self.descriptor) = (new, descriptor)
        return
      }
      close(descriptor)
    }
  }

  /// Unlocked, not only closed: a program that is just being started may still have the descriptor.
  deinit {
    unlink(path)
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes what processes that were killed have left beside files of these names.
  static func removeLeftOvers(of names: [String], in folder: String) {
    for name in DurableFile.names(in: folder) where names.contains(where: { name.hasPrefix($0 + mark) }) {
      let path = "\(folder)/\(name)"
      // SQLite's journal belongs to who writes the file.
      let written = name.hasSuffix(journal) ? String(path.dropLast(journal.count)) : path
      let descriptor = open(written, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else {
        if errno == ENOENT { unlink(path) }
        continue
      }
      if isLeftOver(descriptor) { unlink(path) }
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
  }

  private static func isLeftOver(_ descriptor: CInt) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    var status = stat()
    return errno != EWOULDBLOCK && fstat(descriptor, &status) == 0
      && status.st_mtim.tv_sec < time(nil) - oldSeconds
  }
}
