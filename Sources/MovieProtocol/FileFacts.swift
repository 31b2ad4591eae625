package import Glibc

/// The attributes of a file, from [lstat(2)](https://man7.org/linux/man-pages/man2/lstat.2.html).
package struct FileFacts {
  package enum Kind: Equatable { case file, folder, socket, other }

  package let kind: Kind
  package let owner: uid_t
  /// The nine permission bits.
  package let mode: mode_t
  package let bytes: Int
  /// When its content last changed.
  package let changedAt: Timestamp

  /// Nil if nothing exists there, or nothing that we may access.
  package init?(_ path: String, followingLinks: Bool = true) {
    var status = stat()
    guard (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFSOCK: .socket
      default: .other
      }
    owner = status.st_uid
    mode = status.st_mode & 0o777
    bytes = Int(status.st_size)
    changedAt = Timestamp(status.st_mtim)
  }

  package var isPrivate: Bool { mode & 0o077 == 0 }

  package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  package static func isProgram(_ path: String) -> Bool {
    FileFacts(path)?.kind == .file && access(path, X_OK) == 0
  }

  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Bytes that may still be written on the disk of a file; nil if unknown
  /// ([statvfs(3)](https://man7.org/linux/man-pages/man3/statvfs.3.html)).
  package static func freeBytes(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0, status.f_blocks > 0 else { return nil }
    let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return overflow ? .max : Int(clamping: bytes)
  }

  /// The nearest existing folder above, in which a missing one would be created.
  package static func existingFolder(above path: String) -> String {
    var folder = folder(of: path)
    while folder != "/", folder != ".", FileFacts(folder) == nil { folder = Self.folder(of: folder) }
    return folder
  }

  /// Whether a missing folder or file could be created, including the folders above it.
  package static func canMake(_ path: String) -> Bool {
    let above = existingFolder(above: path)
    return FileFacts(above)?.kind == .folder && isWritable(above)
  }
}
