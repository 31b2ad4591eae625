#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What [lstat(2)](https://man7.org/linux/man-pages/man2/lstat.2.html) says of a path.
struct FileFacts {
  enum Kind: Equatable { case file, folder, socket, other }

  let kind: Kind
  let owner: uid_t
  /// The nine bits of who may do what.
  let mode: mode_t
  let bytes: Int

  /// Nil where nothing is, or nothing that we may know of.
  init?(_ path: String, followingLinks: Bool = true) {
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
  }

  var isPrivate: Bool { mode & 0o077 == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The nearest folder above that exists, where a missing one would be made.
  static func existingFolder(above path: String) -> String {
    var folder = folder(of: path)
    while folder != "/", folder != ".", FileFacts(folder) == nil { folder = Self.folder(of: folder) }
    return folder
  }

  /// Whether a missing folder or file could be made, with the folders above it.
  static func canMake(_ path: String) -> Bool {
    let above = existingFolder(above: path)
    return FileFacts(above)?.kind == .folder && isWritable(above)
  }
}
