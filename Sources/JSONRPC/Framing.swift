/// How a byte stream is cut into messages. The first non-blank byte decides, for the whole connection.
package enum Framing: Sendable {
  /// One JSON text per line.
  case newline
  /// As in the [Language Server
  /// Protocol](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#baseProtocol):
  /// headers, a blank line, and a body of as many bytes as `Content-Length` says.
  case contentLength

  /// The framing chosen by `bytes` as the first of a connection: `C` or `c` means `Content-Length`. Nil while
  /// there are only blanks.
  package init?(beginningWith bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count, bytes[at].isBlank { at += 1 }
    guard at < bytes.count else { return nil }
    self = bytes[at] == UInt8(ascii: "C") || bytes[at] == UInt8(ascii: "c") ? .contentLength : .newline
  }
}

/// What the framer does after a message.
package enum FrameFlow: Sendable {
  case goOn
  /// The message was accepted, but no other one is wanted before `resume`.
  case stop
}

/// An event reported by a `Framer`.
package enum FrameEvent: Equatable, Sendable {
  /// The accompanying bytes are one whole message, lent for the call only.
  case message
  /// A message over the maximum; its rest will be skipped. `got`: its length in bytes as far as it is known
  /// (all of it by `Content-Length`; of a line, the part received so far). Reported once a message, as early
  /// as possible.
  case tooLong(got: Int)
  /// `Content-Length` framing cannot continue: answer, then close. Everything after it is dropped.
  case brokenHeader
}
