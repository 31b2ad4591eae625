import Glibc

/// The signals that end the daemon or have it read its configuration, kept waiting while it cannot answer
/// them: before it watches them, and again when it no longer does. Otherwise one that comes with the first
/// client would end it with a status of failure, and so would one that comes while it is ending already.
enum HeldSignals {
  /// For this thread and those it starts from now on.
  static func hold() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// Also what a parent had blocked: a daemon that cannot hear SIGTERM cannot be ended.
  static func release() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }
}
