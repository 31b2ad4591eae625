#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// What a client must know about a file that the daemon will import.
package enum ImportFileProbe {
  /// Its format; the user must name it if the beginning of the file does not tell.
  package static func format(_ path: String) throws(CommandError) -> String {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw CommandError(.failed, "\(path): \(LibC.message(errno))") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: ImportFormatDetector.bytesNeeded)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { throw CommandError(.failed, "\(path): \(LibC.message(errno))") }
    guard let format = ImportFormatDetector.guess(Array(bytes[..<count])) else {
      throw .usage(
        "unrecognised file format: \(path)",
        hint: "add --format movierpc, letterboxd, imdb or trakt")
    }
    return format
  }
}
