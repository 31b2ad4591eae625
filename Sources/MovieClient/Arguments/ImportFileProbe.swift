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
    return try format(of: Array(bytes[..<count]), named: path)
  }

  /// - Parameter bytes: the beginning of the file, or all of it.
  static func format(of bytes: [UInt8], named name: String) throws(CommandError) -> String {
    let beginning = Array(bytes.prefix(ImportFormatDetector.bytesNeeded))
    guard let format = ImportFormatDetector.guess(beginning) else {
      throw .usage(
        "unrecognised file format: \(name)",
        hint: "add --format movierpc, letterboxd, imdb or trakt")
    }
    return format
  }
}
