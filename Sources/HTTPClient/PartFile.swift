import Glibc

/// The file of an unfinished download: `PATH.part`, and beside it `PATH.part.tag` with the server's
/// validator, which identifies the version. All calls block, so do not call them on the loop. The file is
/// locked: one writer at a time.
struct PartFile: Sendable {
  let path: String
  let descriptor: CInt
  /// Bytes already there.
  let size: Int64
  /// ETag or date of those bytes; nil: they cannot be continued.
  let tag: String?

  struct IOError: Error {
    let detail: String

    fileprivate init(_ what: String, _ path: String) {
      detail = "cannot \(what) \(path): \(String(cString: strerror(errno)))"
    }
    fileprivate init(_ detail: String) { self.detail = detail }
  }

  private static let maxTagLength = 512

  private static func part(_ path: String) -> String { path + ".part" }
  private static func tag(_ path: String) -> String { path + ".part.tag" }

  static func open(_ path: String) -> Result<PartFile, IOError> {
    let part = part(path)
    // Retry if another download finishes its file between these calls: ours would be the finished one.
    for _ in 0..<8 {
      let descriptor = Glibc.open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
      guard descriptor >= 0 else { return .failure(IOError("open", part)) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let isTaken = errno == EWOULDBLOCK
        let fault = IOError("lock", part)
        close(descriptor)
        return .failure(isTaken ? IOError("\(part) is being written by another download") : fault)
      }
      var here = stat()
      var named = stat()
      guard fstat(descriptor, &here) == 0, here.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        return .failure(IOError("\(part) is not a regular file"))
      }
      if lstat(part, &named) == 0, named.st_ino == here.st_ino, named.st_dev == here.st_dev {
        return .success(
          PartFile(path: path, descriptor: descriptor, size: Int64(here.st_size), tag: readTag(tag(path))))
      }
      close(descriptor)
    }
    return .failure(IOError("\(part) is replaced repeatedly"))
  }

  /// Discards the bytes.
  func empty(newTag: String?) -> IOError? {
    let name = Self.tag(path)
    // Remove the tag first, which says that the bytes may be continued, then the bytes: after a crash in
    // between the tag never describes other bytes.
    guard unlink(name) == 0 || errno == ENOENT else { return IOError("remove", name) }
    guard ftruncate(descriptor, 0) == 0 else { return IOError("empty", Self.part(path)) }
    guard let newTag, newTag.utf8.count <= Self.maxTagLength else { return nil }
    let file = Glibc.open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard file >= 0 else { return IOError("write", name) }
    defer { close(file) }
    let bytes = Array(newTag.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      let fault = IOError("write", name)
      unlink(name)
      return fault
    }
    return nil
  }

  func write(_ bytes: [UInt8], at offset: Int64) -> IOError? {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset) + off_t(done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return IOError("write", Self.part(path)) }
      done += count
    }
    return nil
  }

  /// Renames the file to its final name, after its bytes are on the disk if it is to be durable. Then closes
  /// it.
  func finish(isDurable: Bool) -> IOError? {
    defer { close(descriptor) }
    let part = Self.part(path)
    guard !isDurable || fsync(descriptor) == 0 else { return IOError("write", part) }
    guard rename(part, path) == 0 else { return IOError("rename a file to", path) }
    unlink(Self.tag(path))
    guard isDurable else { return nil }
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let entries = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if entries >= 0 {
      fsync(entries)
      close(entries)
    }
    return nil
  }

  /// Closes the file, and deletes it unless it is to be continued.
  func leave(keeping: Bool) {
    if !keeping {
      unlink(Self.tag(path))
      unlink(Self.part(path))
    }
    // A program that is just being started may still have the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func readTag(_ path: String) -> String? {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: maxTagLength + 1)
    let count = read(file, &bytes, bytes.count)
    // The tag becomes a header.
    guard count > 0, count <= maxTagLength, bytes[..<count].allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return nil
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
