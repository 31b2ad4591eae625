#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Lines on their way to whoever reads them, who may stop reading or go away at any time.
struct FollowOutput {
  let descriptor: CInt
  private var waiting: ArraySlice<UInt8> = []

  /// A pipe that is writable takes this many bytes without blocking
  /// ([PIPE_BUF](https://man7.org/linux/man-pages/man7/pipe.7.html)), so that we never wait anywhere but in
  /// poll(2).
  private static let step = 4096

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Everything was taken.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ line: [UInt8]) { waiting += line }

  /// Waits until the reader takes some of it.
  mutating func put() throws(Failure) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, -1) > 0 else { return }
    try Self.requireReader(entry)
    try Output.write(Array(waiting.prefix(Self.step)), to: descriptor)
    waiting = waiting.dropFirst(Self.step)
  }

  /// For poll(2), together with what else is waited for: without events it tells of errors only.
  var entry: pollfd { pollfd(fd: descriptor, events: 0, revents: 0) }

  /// - Throws: ``ExitStatus/brokenPipe`` when the reader has gone: POLLERR of a pipe, POLLHUP of a socket or
  ///   a terminal.
  static func requireReader(_ entry: pollfd) throws(Failure) {
    guard entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else { throw Failure(.brokenPipe, "") }
  }
}
