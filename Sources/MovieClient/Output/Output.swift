import Glibc
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
