import Glibc

/// A file that exists whole or not at all: written next to its path, and moved there when all of it is on
/// disk. Only the user can read it.
///
/// Moving a file replaces whatever has its name: a symbolic link instead of its target, a FIFO or a device
/// such as /dev/stdout. So the path must be free or, if replacing was requested, a regular file.
package struct OutputFile {
  private let path: String
  private let draft: String
  private let descriptor: CInt
  private let replaces: Bool

  /// - Parameters:
  ///   - path: an existing file stays until ``finish()``.
  ///   - replaces: an existing regular file may be replaced.
  package init(_ path: String, replaces: Bool = false) throws(CommandError) {
    self.path = path
    self.replaces = replaces
    try Self.expectRoom(path, replaces: replaces)
    draft = "\(path).\(getpid()).new"
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  package func write(_ bytes: [UInt8]) throws(CommandError) {
    do throws(CommandError) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw CommandError(error.status, "\(path): \(error.message)")
    }
  }

  package func finish() throws(CommandError) {
    guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    try move()
    close(descriptor)
  }

  /// Call it after any failure.
  package func discard() {
    close(descriptor)
    unlink(draft)
  }

  private func move() throws(CommandError) {
    if !replaces {
      // Unlike rename(2) it never replaces a file created there meanwhile.
      if link(draft, path) == 0 {
        unlink(draft)
        return
      }
      // Some file systems do not support links.
      guard errno == EPERM || errno == EOPNOTSUPP || errno == EMLINK else { throw Self.failure(path) }
    }
    try Self.expectRoom(path, replaces: replaces)
    guard rename(draft, path) == 0 else { throw Self.failure(path) }
  }

  private static func expectRoom(_ path: String, replaces: Bool) throws(CommandError) {
    guard let facts = FileFacts(path, followingLinks: false) else { return }
    guard facts.kind == .file else {
      throw CommandError(
        .failed, "\(path) is not a regular file, so it is not replaced",
        hint: "name another file, or - for standard output")
    }
    guard replaces else {
      throw CommandError(.failed, "\(path) exists already", hint: "--force replaces it")
    }
  }

  private static func failure(_ path: String) -> CommandError {
    CommandError(.failed, "\(path): \(LibC.message(errno))")
  }
}
