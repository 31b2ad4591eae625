import Glibc

/// The format of a file that the daemon will import.
package enum ImportFileProbe {
  /// - Throws: if the beginning of the file does not tell: then the user must name it.
  package static func format(_ path: String) throws(CommandError) -> String {
    guard let bytes = LibC.beginning(of: path, ImportFormatDetector.bytesNeeded) else {
      throw CommandError(.failed, "\(path): \(LibC.message(errno))")
    }
    return try format(of: bytes, named: path)
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
