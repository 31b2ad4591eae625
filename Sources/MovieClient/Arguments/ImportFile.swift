#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What a client has to know of a file that the daemon is to import.
package enum ImportFile {
  /// Whose it is; a person must say so where its beginning does not tell.
  package static func format(_ path: String) throws(Failure) -> String {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Failure(.failed, "\(path): \(LibC.message(errno))") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: ImportFormat.bytesNeeded)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw Failure(.failed, "\(path): \(LibC.message(errno))") }
    guard let format = ImportFormat.guess(Array(bytes[..<count])) else {
      throw .usage(
        "whose file \(path) is cannot be told from its beginning",
        hint: "add --format movierpc, letterboxd, imdb or trakt")
    }
    return format
  }
}
