import Glibc

/// Connects standard input and output to the socket, byte for byte.
///
/// At the end of input the socket is half-closed, and the relay continues until the daemon has answered
/// everything and closes. A side that does not read blocks the other: at most ``maxWaiting`` bytes wait each way.
package struct PipeRelay {
  private static let maxWaiting = 65_536
  /// POSIX: once poll says a pipe is writable, this many bytes do not block
  /// ([PIPE_BUF](https://man7.org/linux/man-pages/man7/pipe.7.html)).
  private static let step = 4096

  private let socket: CInt
  private let input: CInt
  private let output: CInt
  private var up: [UInt8] = []
  private var down: [UInt8] = []
  private var inputEnded = false
  private var isHalfClosed = false
  private var daemonEnded = false
  /// The daemon closed before it had read all input.
  private var isCut = false

  package init(socket: CInt, input: CInt = STDIN_FILENO, output: CInt = STDOUT_FILENO) {
    self.socket = socket
    self.input = input
    self.output = output
  }

  package mutating func run() throws(CommandError) {
    while !hasEnded { try turn() }
    guard isHalfClosed, !isCut else { throw .unreachable("the daemon closed the connection") }
  }

  var hasEnded: Bool { daemonEnded && down.isEmpty }

  /// Waits until one of the three is ready, and moves the available bytes.
  mutating func turn() throws(CommandError) {
    var entries = entries
    guard poll(&entries, nfds_t(entries.count), -1) > 0 else { return }
    if entries[0].revents != 0 { readInput() }
    if entries[1].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0, down.count < Self.maxWaiting { receive() }
    if entries[1].revents & Int16(POLLOUT) != 0 { send() }
    try WatchOutput.requireReader(entries[2])
    if entries[2].revents & Int16(POLLOUT) != 0 { try writeOutput() }
    if inputEnded, up.isEmpty, !isHalfClosed {
      isHalfClosed = true
      shutdown(socket, CInt(SHUT_WR))
    }
  }

  /// The descriptors to wait for: input, socket, output.
  ///
  /// poll(2) reports the end of a descriptor whether or not any events are requested, so a descriptor whose
  /// bytes have no room now must not be in the list: the wait would return at once, again and again.
  var entries: [pollfd] {
    [
      pollfd(fd: inputEnded || up.count >= Self.maxWaiting ? -1 : input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: daemonEnded || socketEvents == 0 ? -1 : socket, events: socketEvents, revents: 0),
      // Listed even without events: an error there means that the reader has gone.
      pollfd(fd: output, events: down.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
    ]
  }

  private var socketEvents: Int16 {
    Int16((down.count < Self.maxWaiting ? POLLIN : 0) | (up.isEmpty ? 0 : POLLOUT))
  }

  private mutating func readInput() {
    let count = withUnsafeTemporaryAllocation(byteCount: Self.maxWaiting, alignment: 1) { buffer in
      let got = read(input, buffer.baseAddress, buffer.count)
      if got > 0 { up.append(contentsOf: buffer.prefix(got)) }
      return got
    }
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { inputEnded = true }
  }

  private mutating func receive() {
    let count = LibC.receiveNow(socket, Self.maxWaiting, into: &down)
    if count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR)) { return }
    daemonEnded = true
    isCut = isCut || count < 0
  }

  private mutating func send() {
    let count = up.withUnsafeBytes { LibC.sendNow(socket, $0[...]) }
    if count >= 0 {
      up.removeFirst(count)
    } else if errno != EAGAIN, errno != EINTR {
      // It reads no more, but its earlier output is still to come.
      up = []
      inputEnded = true
      isCut = true
    }
  }

  private mutating func writeOutput() throws(CommandError) {
    let count = min(down.count, Self.step)
    try Output.write(Array(down[..<count]), to: output)
    down.removeFirst(count)
  }
}
