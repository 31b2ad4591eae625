import Glibc

/// The few calls that make a file last, https://man7.org/linux/man-pages/man2/fsync.2.html. They block.
package enum DurableFile {
  /// Makes `path` and what is missing above it, for the user alone, as the XDG base directory specification
  /// wants it of folders that are not there.
  package static func makeFolder(_ path: String) throws(FileFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw FileFault("make the folder", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFault("make the folder", path) }
  }

  /// A file of nothing that only its owner may read, and that was not there.
  static func make(_ path: String) throws(FileFault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFault("make", path) }
    close(descriptor)
  }

  /// Whether anything has that name; nil when it cannot be known.
  static func exists(_ path: String) -> Bool? {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    return errno == ENOENT || errno == ENOTDIR ? false : nil
  }

  /// Bytes in it; nil where there is no file of that name.
  static func size(_ path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  /// When what is in it was changed last, in milliseconds since 1970; nil where there is no file of that name.
  static func changedAt(_ path: String) -> Int64? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let (milliseconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1000)
    return overflow ? nil : milliseconds &+ Int64(status.st_mtim.tv_nsec) / 1_000_000
  }

  /// The names in a folder; none where it cannot be read.
  package static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Of the bytes alone, to a file that was not there and that only its owner may read.
  static func copy(_ path: String, to new: String) throws(FileFault) {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { throw FileFault("open", path) }
    defer { close(source) }
    let target = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard target >= 0 else { throw FileFault("make", new) }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileFault("read", path) }
      if count == 0 { return }
      // To a file a short count is a disk without room.
      guard Glibc.write(target, buffer, count) == count else { throw FileFault("write", new) }
    }
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  /// What has the new name already is gone.
  static func rename(_ path: String, to new: String) throws(FileFault) {
    guard Glibc.rename(path, new) == 0 else { throw FileFault("rename to", new) }
  }

  /// After this either the old or the new file has the name, also when the machine stops: the bytes are on
  /// the disk before the name is, and the name before this returns.
  static func replace(_ path: String, by new: String, in folder: String) throws(FileFault) {
    try sync(new)
    try rename(new, to: path)
    try sync(folder)
  }

  /// Never of a database that is open: to close any descriptor of a file gives up the locks that SQLite has
  /// on it (https://sqlite.org/howtocorrupt.html, 2.2).
  static func sync(_ path: String) throws(FileFault) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFault("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFault("sync", path) }
  }

  /// Writes a short text to a file that was not there.
  static func write(_ text: String, to path: String) throws(FileFault) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFault("make", path) }
    defer { close(descriptor) }
    var text = text
    let isWritten = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    guard isWritten, fsync(descriptor) == 0 else { throw FileFault("write", path) }
  }
}
