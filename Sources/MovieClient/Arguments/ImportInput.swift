import Glibc
import JSONRPC
import MovieProtocol

/// The file to import, or with `-` standard input. The daemon reads files only, so that standard input is in a
/// file of its own while the import lasts.
package struct ImportInput {
  private let path: String
  private let input: [UInt8]?

  private static let maxBytes = 64 << 20

  /// - Parameter word: as typed.
  package init(_ word: String) throws(CommandError) {
    path = AbsolutePath.of(word)
    input = word == "-" ? try Input.all(limit: Self.maxBytes) : nil
  }

  package var isStandardInput: Bool { input != nil }

  /// Its format; the user must name it if the beginning does not tell.
  package func format() throws(CommandError) -> String {
    guard let input else { return try ImportFileProbe.format(path) }
    return try ImportFileProbe.format(of: input, named: Self.name)
  }

  /// - Parameter socket: the daemon can read what is beside it.
  package func withFile<Result>(
    beside socket: String, _ body: (_ path: String) throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    guard let input else { return try body(path) }
    let folder = FileFacts.folder(of: socket)
    Self.removeLeftOvers(in: folder)
    let path = "\(folder)/\(Self.prefix)\(getpid())"
    let file = try OutputFile(path)
    do throws(CommandError) {
      try file.write(input)
      try file.finish()
    } catch {
      file.discard()
      throw error
    }
    defer { unlink(path) }
    do throws(CommandError) {
      return try body(path)
    } catch {
      var error = error
      error.message = error.message.replacing(path, with: Self.name)
      throw error
    }
  }

  private static let prefix = "import."

  /// Those of imports that a signal has ended.
  private static func removeLeftOvers(in folder: String) {
    for name in FileFacts.names(in: folder, beginning: prefix) {
      guard let pid = pid_t(name.dropFirst(prefix.count)), pid > 0 else { continue }
      if kill(pid, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
    }
  }

  private static var name: String { localized("standard input") }
}

/// Standard input, read whole.
package enum Input {
  package static func all(limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = 65_536
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 1) { buffer in
        let got = read(STDIN_FILENO, buffer.baseAddress, chunk)
        if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
        return got
      }
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR || errno == EAGAIN else {
        throw .usage("standard input cannot be read: \(LibC.message(errno))")
      }
      guard bytes.count <= limit else { throw .usage("standard input has more than \(limit) bytes") }
      if count < 0 {
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
      }
    }
  }
}

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

/// The format of a file, as far as its beginning tells.
package enum ImportFormatDetector {
  /// How much of a file is read.
  package static let bytesNeeded = 4096

  /// Nil: not a format that the daemon accepts.
  package static func guess(_ beginning: [UInt8]) -> String? {
    if beginning.starts(with: "PK\u{3}\u{4}".utf8) { return archive(beginning.prefix(bytesNeeded)) }
    let text = String(decoding: beginning.prefix(bytesNeeded), as: UTF8.self)
    let rest = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // An empty library is exported as an empty file.
    if rest.isEmpty { return "movierpc" }
    if rest.hasPrefix("{") || rest.hasPrefix("[") { return json(rest) }
    for line in rest.split(whereSeparator: \.isNewline).prefix(8) {
      let columns = line.lowercased().split(separator: ",").map { $0.filter { $0 != "\"" } }
      if columns.contains("const") { return "imdb" }
      if columns.contains("letterboxd uri") || columns.first == "letterboxd list export v7" {
        return "letterboxd"
      }
      if columns.contains("year"), columns.contains("title") || columns.contains("name") {
        return "letterboxd"
      }
    }
    return nil
  }

  /// By the name of its first file; folders before that are nothing but their names.
  private static func archive(_ beginning: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: beginning, as: UTF8.self)
    let kinds = [(".csv", "letterboxd"), (".json", "trakt")]
    let places = kinds.compactMap { ending, format in
      text.firstRange(of: ending).map { ($0.lowerBound, format) }
    }
    return places.min { $0.0 < $1.0 }?.1
  }

  private static func json(_ text: Substring) -> String? {
    let words = text.filter { !$0.isWhitespace }
    if words.hasPrefix("{\"entries\":[") || words.contains("\"kind\":\"") { return "movierpc" }
    let isTrakt = ["\"movie\":{", "\"show\":{", "\"ids\":{"].contains { words.contains($0) }
    return isTrakt ? "trakt" : nil
  }
}
