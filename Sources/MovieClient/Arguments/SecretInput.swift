#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Musl
#endif

/// Reads a secret from a person without showing it, or from standard input where that is no terminal. Never
/// from arguments: those stand in the shell's history, and every process may read them.
package enum SecretInput {
  private static let longest = 4096

  /// - Parameter name: the setting it is for.
  package static func read(for name: String) throws(Failure) -> String {
    let isTerminal = isatty(STDIN_FILENO) == 1
    let bytes = isTerminal ? try ask(name) : try Input.all(limit: longest)
    // A file may end with a line end, and a paste with a blank.
    let text = String(decoding: bytes, as: UTF8.self)
    let secret = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !secret.isEmpty else {
      throw .usage("no \(name) was given", hint: "type it, or: movierpc settings set \(name) < FILE")
    }
    guard !secret.contains(where: \.isNewline) else {
      throw .usage("\(name) must be one line", hint: "movierpc settings set \(name) < FILE")
    }
    return secret
  }

  private static func ask(_ name: String) throws(Failure) -> [UInt8] {
    guard let echo = TerminalEcho() else {
      throw .usage("this terminal cannot hide what is typed", hint: "movierpc settings set \(name) < FILE")
    }
    defer { echo.restore() }
    try Output.write(Array("\(name) (what you type is not shown): ".utf8), to: STDERR_FILENO)
    return line()
  }

  private static func line() -> [UInt8] {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < longest {
      #if canImport(Glibc)
        let count = Glibc.read(STDIN_FILENO, &byte, 1)
      #else
        let count = Musl.read(STDIN_FILENO, &byte, 1)
      #endif
      if count < 0, errno == EINTR { continue }
      // The end of input leaves the cursor behind the question.
      if count != 1 { Output.note("") }
      guard count == 1, byte != .newline else { break }
      bytes.append(byte)
    }
    return bytes
  }
}
