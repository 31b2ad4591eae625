@preconcurrency import Glibc

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
