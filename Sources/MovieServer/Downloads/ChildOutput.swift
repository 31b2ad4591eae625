import EventLoop
import Glibc

/// What a program writes to one of its outputs, line by line. It may write what it likes, as much as it likes:
/// of a line only the beginning is looked at.
@LoopActor
final class ChildOutput {
  static let maxLineLength = 4096

  /// The program's end; closed once it has started.
  private(set) var childEnd: CInt
  private let ourEnd: CInt
  private let source: PollSource
  private var line: [UInt8] = []
  private let onLine: @LoopActor (String) -> Void

  /// - Throws: where there are no descriptors left.
  init(_ onLine: @escaping @LoopActor (String) -> Void) throws(UVError) {
    var ends: (CInt, CInt) = (-1, -1)
    let status = withUnsafeMutableBytes(of: &ends) {
      pipe($0.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    guard status == 0 else { throw UVError(code: -errno, operation: "make a pipe") }
    // Programs are started from this thread only, so none gets them in between.
    for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    do {
      source = try PollSource(descriptor: ends.0)
    } catch {
      close(ends.0)
      close(ends.1)
      throw error
    }
    (ourEnd, childEnd) = ends
    self.onLine = onLine
  }

  func start() {
    closeChildEnd()
    source.start(readable: true, writable: false) { [self] _ in if !read() { source.stop() } }
  }

  /// The program has ended: what it wrote last is still here, and whoever has its descriptor too is not waited
  /// for.
  func end() {
    guard !source.isClosing else { return }
    while read(), Self.hasInput(ourEnd) {}
    if !line.isEmpty { take([UInt8(ascii: "\n")]) }
    source.close()
    closeChildEnd()
    close(ourEnd)
  }

  private func closeChildEnd() {
    if childEnd >= 0 { close(childEnd) }
    childEnd = -1
  }

  /// False: nothing more will come.
  private func read() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(ourEnd, &chunk, chunk.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    take(chunk[..<count])
    return count > 0
  }

  private func take(_ bytes: some Sequence<UInt8>) {
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
