#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// How a daemon that was just started tells its starter that it listens, or why it does not.
///
/// It writes `ready` and a line end, or lines of plain text for people, and closes.
package enum ReadyPipe {
  package enum Outcome: Equatable, Sendable {
    case ready
    /// It closed the pipe; the text may be empty.
    case failed(String)
    /// Nothing decisive in time.
    case silent(String)
  }

  private static let ready = Array("ready\n".utf8)
  private static let longestText = 16_384

  /// Reads until the outcome is known.
  package static func outcome(of descriptor: CInt, _ deadline: Deadline) -> Outcome {
    var bytes: [UInt8] = []
    while bytes.count < longestText {
      guard Wait.until(.readable, descriptor, deadline) else { return .silent(text(bytes)) }
      let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let got = read(descriptor, buffer.baseAddress, buffer.count)
        if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
        return got
      }
      if bytes.starts(with: ready) { return .ready }
      if count == 0 || (count < 0 && errno != EINTR) { return .failed(text(bytes)) }
    }
    return .failed(text(bytes))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
