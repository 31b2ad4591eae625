import Glibc

/// A file system of 1 MiB in memory, for the duration of a test.
package final class SmallDisk {
  package let path: String

  /// Nil if this user may not mount one.
  package init?(_ path: String) {
    self.path = path
    guard mkdir(path, 0o700) == 0, mount("none", path, "tmpfs", 0, "size=1m") == 0 else { return nil }
  }

  deinit { umount2(path, CInt(MNT_DETACH)) }
}
