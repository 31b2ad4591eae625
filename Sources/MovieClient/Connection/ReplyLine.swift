import JSONRPC

/// One line from the daemon: which request it answers, and its result or error as they were sent.
package struct ReplyLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case result(Range<Int>)
    case error(Range<Int>)
    /// Anything else: a notification, or a message of a later version.
    case other
  }

  package let bytes: [UInt8]
  /// The id as sent; nil if there is none.
  package private(set) var id: [UInt8]?
  package private(set) var content = Content.other

  /// Nil when the line is not a JSON object: then the peer is not movierpcd.
  package init?(_ bytes: [UInt8]) {
    guard JSONSyntax.validate(bytes.span) == nil, bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{")
    else {
      return nil
    }
    self.bytes = bytes
    for member in JSONMembers(bytes) {
      switch member.name {
      case "id": id = Array(bytes[member.value])
      case "result": content = .result(member.value)
      case "error": content = .error(member.value)
      default: break
      }
    }
  }
}
