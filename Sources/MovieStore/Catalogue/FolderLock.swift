import Glibc

/// A lock on a folder, for one daemon at a time that fetches or builds a catalogue there. It ends with the process, however it
/// ends (https://man7.org/linux/man-pages/man2/flock.2.html).
package final class FolderLock: Sendable {
  private let descriptor: CInt

  /// nil: it is held already, by another process or by this one.
  ///
  /// On a file system without such locks everyone has it: of builds that run at once, the last one remains.
  package init?(_ folder: String) throws(SystemError) {
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open the folder", folder) }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
  }

  /// Unlocked, not only closed: a program that is just being started may still have the descriptor.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
