import Glibc
import MovieProtocol
import JSONRPC

/// Standard output and standard error, without stdio's buffers: output is written at once.
package enum Output {
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  /// What is written to standard error stands beside the answer.
  package static var sharesTerminal: Bool { isTerminal && isatty(STDERR_FILENO) == 1 }

  /// A person sees what ``note(_:)`` says.
  static var hasTerminalForNotes: Bool { isatty(STDERR_FILENO) == 1 }

  package static func write(_ text: String) throws(CommandError) {
    try write(Array(text.utf8))
  }

  package static func write(_ bytes: [UInt8], to descriptor: CInt = STDOUT_FILENO) throws(CommandError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      if count >= 0 {
        written += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another process that shares the descriptor made it non-blocking.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
      // If SIGPIPE is ignored (Python's children): end as silently as with SIGPIPE.
      case EPIPE: throw CommandError(.brokenPipe, "")
      case let code: throw CommandError(.failed, "standard output: \(LibC.message(code))")
      }
    }
  }

  /// A sentence for the user, separate from the answer, on standard error. It may repeat text from other
  /// sources. A terminal would break its lines within words.
  package static func note(_ text: String) {
    let text = TerminalText.cleaned(text)
    let width = Screen.columns(of: STDERR_FILENO).map { Screen(width: max($0, Screen.minWidth)).textWidth }
    let lines = width.map { Paragraph.text(text, width: $0) } ?? text + "\n"
    try? write(Array(lines.utf8), to: STDERR_FILENO)
  }

  package static func report(_ failure: CommandError) {
    guard !failure.message.isEmpty else { return }
    // Nothing can be reported when standard error is closed.
    try? write(Array(failure.text.utf8), to: STDERR_FILENO)
  }
}

extension Output {
  /// One line in a pipe, as it was sent; for people safe to show, and indented unless `oneLine`.
  package static func json(
    _ bytes: [UInt8], oneLine: Bool = false, isForPeople: Bool = isTerminal
  ) throws(CommandError) {
    let shown =
      !isForPeople ? bytes : oneLine ? JSONPrinter.escaped(bytes) : JSONPrinter.indented(bytes)
    try write(shown + [.newline])
  }
}

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
