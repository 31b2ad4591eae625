private import Glibc

/// One output of a program, line by line. The program may write anything, in any amount: only the beginning
/// of a line is read, and of all lines together no more than a number of bytes.
@LoopActor
package final class ChildOutput {
  package static let maxLineLength = 4096
  private static let pipeBytes = 64 << 10

  /// The program's end; closed once it has started.
  package private(set) var childEnd: CInt
  private let ourEnd: CInt
  private let source: PollSource
  private var line: [UInt8] = []
  /// Bytes that may still be read.
  private var room: Int
  private var isEnding = false
  private let onLine: @LoopActor (String) -> Void
  private let onOverflow: @LoopActor () -> Void

  /// - Parameters:
  ///   - maxBytes: more is not read, and the program waits until it is ended.
  ///   - onOverflow: called once, when this many have been read.
  /// - Throws: if no descriptors are left.
  package init(
    maxBytes: Int = .max, _ onLine: @escaping @LoopActor (String) -> Void,
    onOverflow: @escaping @LoopActor () -> Void = {}
  ) throws(UVError) {
    var ends: (CInt, CInt) = (-1, -1)
    let status = withUnsafeMutableBytes(of: &ends) {
      pipe($0.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    guard status == 0 else { throw UVError(code: -errno, operation: "create a pipe") }
    // Programs are started from this thread only, so none inherits them in between.
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    do {
      source = try PollSource(descriptor: ends.0)
    } catch {
      close(ends.0)
      close(ends.1)
      throw error
    }
    (ourEnd, childEnd) = ends
    (room, self.onLine, self.onOverflow) = (maxBytes, onLine, onOverflow)
  }

  package func start() {
    closeChildEnd()
    source.start(readable: true, writable: false) { [self] _ in if !read() { source.stop() } }
  }

  /// The program has ended: its last output is still in the pipe, and other processes that hold the
  /// descriptor are not waited for.
  package func end() {
    guard !source.isClosing else { return }
    // No more than a pipe holds (pipe(7)): one of those others may go on writing for ever.
    (room, isEnding) = (min(room, Self.pipeBytes), true)
    while read(), Self.hasInput(ourEnd) {}
    if !line.isEmpty { append([UInt8(ascii: "\n")]) }
    source.close()
    closeChildEnd()
    close(ourEnd)
  }

  private func closeChildEnd() {
    if childEnd >= 0 { close(childEnd) }
    childEnd = -1
  }

  /// Returns false at the end of what is read.
  private func read() -> Bool {
    guard room > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: min(16_384, room))
    let count = Glibc.read(ourEnd, &chunk, chunk.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    append(chunk[..<count])
    room -= count
    if room == 0, !isEnding { onOverflow() }
    return count > 0 && room > 0
  }

  private func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !line.isEmpty { onLine(String(decoding: line, as: UTF8.self)) }
        line = []
      } else if line.count < Self.maxLineLength {
        line.append(byte)
      }
    }
  }

  private static func hasInput(_ descriptor: CInt) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&one, 1, 0) == 1 && one.revents & Int16(POLLIN) != 0
  }
}
