import Glibc

/// Blocks the signals that end the daemon or make it read its configuration while it cannot handle them:
/// before it watches them, and again when it no longer does. Otherwise a signal that arrives with the first
/// client would end it with a failure status, and so would one that arrives while it is already ending.
enum BlockedSignals {
  private static let all = [SIGTERM, SIGINT, SIGHUP]

  /// For this thread and those it starts from now on.
  static func hold() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in all { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// Unblocks signals that the parent had blocked as well: a daemon that does not receive SIGTERM cannot be
  /// ended.
  static func release() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// For all threads, at the end: those that were started while the loop ran do not block them, and closing a
  /// source restores the default action of its signal.
  static func ignore() {
    for number in all { _ = signal(number, SIG_IGN) }
  }
}
