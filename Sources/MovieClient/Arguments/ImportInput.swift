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
    for name in LibC.names(in: folder) where name.hasPrefix(prefix) {
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
