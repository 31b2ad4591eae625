import Glibc

/// Lines waiting for their reader, which may stop reading or disconnect at any time.
struct WatchOutput {
  let descriptor: CInt
  private var waiting: ArraySlice<UInt8> = []

  /// A writable pipe takes this many bytes without blocking
  /// ([PIPE_BUF](https://man7.org/linux/man-pages/man7/pipe.7.html)), so that we never block anywhere but in
  /// poll(2).
  private static let step = 4096

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Everything was written.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ line: [UInt8]) { waiting += line }

  /// Waits until the reader takes some of it.
  mutating func write() throws(CommandError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, -1) > 0 else { return }
    try Self.requireReader(entry)
    try Output.write(Array(waiting.prefix(Self.step)), to: descriptor)
    waiting = waiting.dropFirst(Self.step)
  }

  /// For poll(2), together with the other descriptors: with no events requested it reports only errors.
  var entry: pollfd { pollfd(fd: descriptor, events: 0, revents: 0) }

  /// - Throws: ``ExitStatus/brokenPipe`` when the reader has gone: POLLERR of a pipe, POLLHUP of a socket or
  ///   a terminal.
  static func requireReader(_ entry: pollfd) throws(CommandError) {
    guard entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else {
      throw CommandError(.brokenPipe, "")
    }
  }
}
