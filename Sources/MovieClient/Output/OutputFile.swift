#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is there whole or not at all: written beside its place, and moved there when all of it is on
/// the disk. Only the user reads it.
package struct OutputFile {
  private let path: String
  private let draft: String
  private let descriptor: CInt

  /// - Parameter path: what is there now stays until ``finish()``.
  package init(_ path: String) throws(Failure) {
    self.path = path
    draft = "\(path).\(getpid()).new"
    descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  package func write(_ bytes: [UInt8]) throws(Failure) {
    do throws(Failure) {
      try Output.write(bytes, to: descriptor)
    } catch {
      throw Failure(error.status, "\(path): \(error.message)")
    }
  }

  package func finish() throws(Failure) {
    guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw Self.failure(path) }
    close(descriptor)
  }

  /// Where anything has failed.
  package func discard() {
    close(descriptor)
    unlink(draft)
  }

  private static func failure(_ path: String) -> Failure {
    Failure(.failed, "\(path): \(LibC.message(errno))")
  }
}
