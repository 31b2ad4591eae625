import Glibc

/// [poll(2)](https://man7.org/linux/man-pages/man2/poll.2.html) for one descriptor.
enum Wait {
  enum Readiness { case readable, writable }

  /// Also returns when the peer is gone: the read or write that follows reports that.
  ///
  /// - Returns: false when the deadline passed first.
  static func until(_ readiness: Readiness, _ descriptor: CInt, _ deadline: Deadline) -> Bool {
    let events = Int16(readiness == .readable ? POLLIN : POLLOUT)
    while true {
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&entry, 1, deadline.remainingMilliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return !deadline.hasPassed }
    }
  }

  static func pause(milliseconds: CInt) {
    poll(nil, 0, milliseconds)
  }
}
