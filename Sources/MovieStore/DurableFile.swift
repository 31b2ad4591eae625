import Glibc

/// The few calls that make a file last, https://man7.org/linux/man-pages/man2/fsync.2.html. They block.
enum DurableFile {
  /// Makes `path` and what is missing above it, for the user alone, as the XDG base directory specification
  /// wants it of folders that are not there.
  static func makeFolder(_ path: String) throws(CatalogueError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw failure("make the folder", path)
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure("make the folder", path) }
  }

  /// Whether anything has that name; nil when it cannot be known.
  static func exists(_ path: String) -> Bool? {
    var status = stat()
    if lstat(path, &status) == 0 { return true }
    return errno == ENOENT || errno == ENOTDIR ? false : nil
  }

  static func remove(_ path: String) {
    unlink(path)
  }

  /// After this either the old or the new file has the name, also when the machine stops: the bytes are on
  /// the disk before the name is, and the name before this returns.
  static func replace(_ path: String, by new: String, in folder: String) throws(CatalogueError) {
    try sync(new)
    guard rename(new, path) == 0 else { throw failure("rename to", path) }
    try sync(folder)
  }

  private static func sync(_ path: String) throws(CatalogueError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure("sync", path) }
  }

  private static func failure(_ verb: String, _ path: String) -> CatalogueError {
    let reason = String(cString: strerror(errno))
    return CatalogueError(.file, "could not \(verb) \(path): \(reason)")
  }
}
