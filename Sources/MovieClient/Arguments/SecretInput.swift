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

/// A terminal with echo off, until ``restore()``, or until a signal ends the client.
struct TerminalEcho {
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private let previous: UnsafeMutablePointer<termios>
  private let handled: [CInt]

  /// Nil if standard input is not a terminal that supports it.
  init?() {
    let previous = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    guard tcgetattr(STDIN_FILENO, previous) == 0 else {
      previous.deallocate()
      return nil
    }
    self.previous = previous
    // Before echo is turned off: a signal between the two would leave the shell without echo.
    savedTerminal = previous
    handled = Self.ending.filter(Self.handle)
    var hidden = previous.pointee
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    // Suspending the client would also leave the shell without echo.
    withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VSUSP)] = 0 }
    // Flushed: anything typed before the prompt was not meant as its answer.
    guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
      restore()
      return nil
    }
  }

  func restore() {
    tcsetattr(STDIN_FILENO, TCSAFLUSH, previous)
    for number in handled { signal(number, SIG_DFL) }
    savedTerminal = nil
    previous.deallocate()
  }

  /// - Returns: false if the signal is ignored (nohup); it stays ignored.
  private static func handle(_ number: CInt) -> Bool {
    let before = signal(number) { number in
      // Both are async-signal-safe (https://man7.org/linux/man-pages/man7/signal-safety.7.html). The signal
      // is blocked until this returns; then its default action follows.
      if let savedTerminal { tcsetattr(STDIN_FILENO, TCSANOW, savedTerminal) }
      signal(number, SIG_DFL)
      raise(number)
    }
    guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, SIG_IGN)
    return false
  }
}

/// The settings that the handler restores. Written on the only thread, before a handler is installed and
/// after it is removed; a pointer, so that the handler reads one word.
private nonisolated(unsafe) var savedTerminal: UnsafeMutablePointer<termios>?
