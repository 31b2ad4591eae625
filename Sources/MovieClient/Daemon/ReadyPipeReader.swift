import Glibc

/// How a daemon that was just started reports to its parent that it listens, or why it does not.
///
/// It writes `ready` and a line end, or lines of plain text for people, and closes.
package struct ReadyPipeReader {
  package enum Outcome: Equatable, Sendable {
    case ready
    /// It closed the pipe; the text may be empty.
    case failed(String)
  }

  private static let ready = Array("ready\n".utf8)
  private static let maxTextLength = 16_384

  private var bytes: [UInt8] = []

  package init() {}

  /// Reads once, after poll(2) reported the descriptor readable.
  ///
  /// - Returns: nil until the outcome is known.
  package mutating func receive(from descriptor: CInt) -> Outcome? {
    let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let got = read(descriptor, buffer.baseAddress, buffer.count)
      if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
      return got
    }
    if bytes.starts(with: Self.ready) { return .ready }
    let hasEnded = count == 0 || (count < 0 && errno != EINTR) || bytes.count >= Self.maxTextLength
    return hasEnded ? .failed(text) : nil
  }

  /// The text received so far.
  package var text: String {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
