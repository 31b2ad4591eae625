import Glibc
import MovieProtocol

/// The calls that make a file durable, https://man7.org/linux/man-pages/man2/fsync.2.html. They block.
package enum DurableFile {
  /// Creates `path` and its missing parents with access for the user only, as the XDG base directory
  /// specification requires for missing folders.
  package static func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw SystemError("create the folder", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError("create the folder", path) }
  }

  /// Creates an empty file that only its owner may read; fails if it exists.
  static func make(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("create", path) }
    close(descriptor)
  }

  /// Whether any file has that name; nil if this cannot be determined.
  static func exists(_ path: String) -> Bool? {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    return errno == ENOENT || errno == ENOTDIR ? false : nil
  }

  /// Its size in bytes; nil if there is no file of that name.
  package static func size(_ path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// When the file's content last changed; nil if there is no file of that name.
  static func changedAt(_ path: String) -> Timestamp? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Timestamp(status.st_mtim)
  }

  /// Whether it can be read to its end. Without a free descriptor that is not known, and it counts as readable.
  static func isReadable(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == EMFILE || errno == ENFILE }
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 20, alignment: 16) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count == 0 { return true }
        if count < 0, errno != EINTR { return false }
      }
    }
  }

  /// The names in a folder; none if it cannot be read.
  ///
  /// - Parameter followsLink: reads the folder that a link leads to.
  package static func names(in folder: String, followsLink: Bool = true) -> [String] {
    (try? list(folder, followsLink: followsLink)) ?? []
  }

  /// The names in a folder.
  package static func list(_ folder: String, followsLink: Bool = true) throws(SystemError) -> [String] {
    try listBytes(folder, followsLink: followsLink).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names as they are: they need not be UTF-8.
  package static func listBytes(
    _ folder: String, followsLink: Bool = true
  ) throws(SystemError) -> [[UInt8]] {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLink ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw SystemError("open the folder", folder) }
    guard let listing = fdopendir(descriptor) else {
      let error = SystemError("read the folder", folder)
      close(descriptor)
      throw error
    }
    defer { closedir(listing) }
    var names: [[UInt8]] = []
    while true {
      // The end and an error differ by it only.
      errno = 0
      guard let entry = readdir(listing) else { break }
      let name = FolderEntry.bytes(entry)
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    guard errno == 0 else { throw SystemError("read the folder", folder) }
    return names
  }

  /// The rest of an open file, at most `maxBytes`; nil: it cannot be read, and `errno` says why.
  ///
  /// - Parameter size: the number of bytes to expect; the file may have grown since.
  package static func read(_ descriptor: CInt, size: Int, maxBytes: Int) -> [UInt8]? {
    // One more byte, so that the end is reached without another read.
    var bytes = [UInt8](repeating: 0, count: min(size + 1, maxBytes))
    var length = 0
    while true {
      if length == bytes.count {
        guard length < maxBytes else { break }
        bytes.append(contentsOf: repeatElement(0, count: min(length, maxBytes - length)))
      }
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: length), $0.count - length)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      length += count
    }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  /// Copies only the bytes, to a new file that only its owner may read.
  static func copy(_ path: String, to new: String) throws(SystemError) {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { throw SystemError("open", path) }
    defer { close(source) }
    let target = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw SystemError("create", new) }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read", path) }
      if count == 0 { return }
      // For a file, a short count means a full disk.
      guard Glibc.write(target, buffer, count) == count else { throw SystemError("write", new) }
    }
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  /// Replaces a file that already has the new name.
  package static func rename(_ path: String, to new: String) throws(SystemError) {
    guard Glibc.rename(path, new) == 0 else { throw SystemError("rename a file to", new) }
  }

  /// Afterwards either the old or the new file has the name, even if the machine crashes: the bytes are on
  /// the disk before the name is, and the name before this returns.
  static func replace(_ path: String, by new: String, in folder: String) throws(SystemError) {
    try sync(new)
    try rename(new, to: path)
    try sync(folder)
  }

  /// Never call this for an open database: closing any descriptor of a file drops the locks that SQLite holds
  /// on it (https://sqlite.org/howtocorrupt.html, 2.2).
  package static func sync(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError("sync", path) }
  }

  /// Writes a short text to a new file.
  static func write(_ text: String, to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("create", path) }
    defer { close(descriptor) }
    var text = text
    let isWritten = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    guard isWritten, fsync(descriptor) == 0 else { throw SystemError("write", path) }
  }
}
