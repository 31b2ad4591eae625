import Glibc

/// A lock on a folder, for one build of a catalogue in it at a time. It ends with the process, however it
/// ends (https://man7.org/linux/man-pages/man2/flock.2.html).
final class FolderLock {
  private let descriptor: CInt

  /// nil: another process, or another build of this one, holds it.
  ///
  /// On a file system without such locks every build has it: the last one of those that run at once remains.
  init?(_ folder: String) throws(SystemError) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open the folder", folder) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
  }

  deinit { close(descriptor) }
}
