import Glibc
import MovieProtocol

/// The attributes of a file, from [lstat(2)](https://man7.org/linux/man-pages/man2/lstat.2.html).
struct FileFacts {
  enum Kind: Equatable { case file, folder, socket, other }

  let kind: Kind
  let owner: uid_t
  /// The nine permission bits.
  let mode: mode_t
  let bytes: Int
  /// When its content last changed.
  let changedAt: Timestamp

  /// Nil if nothing exists there, or nothing that we may access.
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
    changedAt = Timestamp(status.st_mtim)
  }

  var isPrivate: Bool { mode & 0o077 == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
  static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

  /// The names in a folder with this prefix, sorted; none if it cannot be read.
  static func names(in folder: String, beginning: String) -> [String] {
    LibC.names(in: folder).filter { $0.hasPrefix(beginning) }.sorted()
  }

  /// The first `count` bytes of a regular file; "" if there is none.
  static func beginning(of path: String, _ count: Int) -> String {
    String(decoding: LibC.beginning(of: path, count) ?? [], as: UTF8.self)
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The nearest existing folder above, in which a missing one would be created.
  static func existingFolder(above path: String) -> String {
    var folder = folder(of: path)
    while folder != "/", folder != ".", FileFacts(folder) == nil { folder = Self.folder(of: folder) }
    return folder
  }

  /// Whether a missing folder or file could be created, including the folders above it.
  static func canMake(_ path: String) -> Bool {
    let above = existingFolder(above: path)
    return FileFacts(above)?.kind == .folder && isWritable(above)
  }
}
