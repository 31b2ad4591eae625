/// How a byte stream is cut into messages. The first byte that is no blank decides, for the whole connection.
package enum Framing: Sendable {
  /// One JSON text a line.
  case newline
  /// As in the [Language Server
  /// Protocol](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#baseProtocol):
  /// headers, a blank line, and a body of as many bytes as `Content-Length` says.
  case contentLength

  /// What `bytes` choose as the first of a connection: `C` or `c` stands for `Content-Length`. Nil while
  /// there are only blanks.
  package init?(beginningWith bytes: Span<UInt8>) {
    var at = 0
    while at < bytes.count, bytes[at].isBlank { at += 1 }
    guard at < bytes.count else { return nil }
    self = bytes[at] == UInt8(ascii: "C") || bytes[at] == UInt8(ascii: "c") ? .contentLength : .newline
  }
}

/// What the receiver of a message wants of the framer.
package enum FrameFlow: Sendable {
  case goOn
  /// The message was taken, but no other one is wanted before `resume`.
  case stop
}

/// What a `Framer` has found.
package enum FrameEvent: Equatable, Sendable {
  /// The bytes beside it are one whole message, lent for the call only.
  case message
  /// A message over the maximum; its rest will be skipped. `got`: its length in bytes as far as it is known
  /// (all of it by `Content-Length`; of a line, what has come so far). Said once a message, as early as
  /// possible.
  case tooLong(got: Int)
  /// `Content-Length` framing cannot go on: answer, then close. Whatever follows is dropped.
  case brokenHeader
}
