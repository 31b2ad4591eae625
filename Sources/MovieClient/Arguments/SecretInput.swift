@preconcurrency import Glibc
import JSONRPC

/// Reads a secret from the terminal without showing it, or from standard input if that is not a terminal.
/// Never from arguments: those end up in the shell's history, and every process may read them.
package enum SecretInput {
  private static let maxLength = 4096

  /// - Parameter name: the setting it is for.
  package static func read(for name: String) throws(CommandError) -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let bytes =
      isTerminal
      ? try prompt(name, orElse: "movierpc settings set \(name) < FILE") : try Input.all(limit: maxLength)
    // A file may end with a line end, and pasted text with a blank.
    let secret = String(decoding: bytes, as: UTF8.self).trimmed
    guard !secret.isEmpty else {
      throw .usage(
        "no \(name) was given", hint: "type it, or read it from a file: movierpc settings set \(name) < FILE")
    }
    guard !secret.contains(where: \.isNewline) else {
      throw .usage("\(name) must be one line", hint: "movierpc settings set \(name) < FILE")
    }
    return secret
  }

  /// Reads a line without showing it.
  ///
  /// - Parameter elsewhere: what to do if the terminal cannot hide it.
  static func prompt(_ name: String, orElse elsewhere: String) throws(CommandError) -> [UInt8] {
    guard let echo = TerminalEcho() else {
      throw .usage("this terminal cannot hide what is typed", hint: "\(elsewhere)")
    }
    defer { echo.restore() }
    try Output.write(Array(localized("\(name) (what you type is not shown): ").utf8), to: STDERR_FILENO)
    let (bytes, isEnded) = line()
    // The end of input leaves the cursor after the prompt.
    if !isEnded { Output.note("") }
    return bytes
  }

  /// The next line of standard input, without its line end if it has one. Read byte by byte: the rest is for
  /// the next reader.
  static func line() -> (bytes: [UInt8], isEnded: Bool) {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < maxLength {
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another process that shares the descriptor made it non-blocking.
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
        continue
      }
      guard count == 1 else { return (bytes, false) }
      if byte == .newline { return (bytes, true) }
      bytes.append(byte)
    }
    return (bytes, true)
  }
}
