import JSONRPC

/// How replies and events are framed: as the client's first message is.
struct ReplyFraming: Sendable {
  /// Known from the first byte that is not blank.
  private var framing: Framing?

  /// By a pattern: `==` of an optional is a call through a witness table, for each hit.
  var isNewline: Bool { if case .newline? = framing { true } else { false } }

  /// The framing after `bytes` were read. The framer cannot be queried while it hands out messages, so it is
  /// found here as well. A new value, because changing it in place would have every access checked at run
  /// time, as in ``HitCounter``.
  func detected(in bytes: Span<UInt8>) -> ReplyFraming {
    framing == nil ? ReplyFraming(framing: Framing(beginningWith: bytes)) : self
  }

  /// Appends the message that `body` writes.
  func append(to output: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    switch framing ?? .newline {
    case .newline:
      body(&output)
      output.append(UInt8(ascii: "\n"))
    case .contentLength:
      var message: [UInt8] = []
      body(&message)
      output.append(contentsOf: "Content-Length: \(message.count)\r\n\r\n".utf8)
      output.append(contentsOf: message)
    }
  }
}
