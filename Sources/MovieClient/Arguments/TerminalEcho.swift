#if canImport(Glibc)
  @preconcurrency import Glibc
#else
  @preconcurrency import Musl
#endif

/// A terminal that does not show what is typed, until ``restore()``, or until a signal ends the client.
struct TerminalEcho {
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private let previous: UnsafeMutablePointer<termios>
  private let handled: [CInt]

  /// Nil where standard input is no terminal that can do it.
  init?() {
    let previous = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    guard tcgetattr(STDIN_FILENO, previous) == 0 else {
      previous.deallocate()
      return nil
    }
    self.previous = previous
    // From before the echo goes away: a signal between the two would leave the shell blind.
    savedTerminal = previous
    handled = Self.ending.filter(Self.handle)
    var hidden = previous.pointee
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    // A client that was suspended would leave the shell without echo too.
    withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VSUSP)] = 0 }
    // Flushed: what was typed before the question was not meant as its answer.
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

  /// - Returns: false where the signal is ignored (nohup), which it stays.
  private static func handle(_ number: CInt) -> Bool {
    let before = signal(number) { number in
      // Both are async-signal-safe (https://man7.org/linux/man-pages/man7/signal-safety.7.html). The signal
      // is blocked until this returns, and then does what it does by default.
      if let savedTerminal { tcsetattr(STDIN_FILENO, TCSANOW, savedTerminal) }
      signal(number, SIG_DFL)
      raise(number)
    }
    guard unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, SIG_IGN)
    return false
  }
}

/// What the handler puts back. Written on the only thread there is, before a handler is in place and after it
/// is gone; a pointer, so that the handler reads one word.
private nonisolated(unsafe) var savedTerminal: UnsafeMutablePointer<termios>?
