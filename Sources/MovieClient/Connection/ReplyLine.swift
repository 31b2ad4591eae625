import JSONRPC

/// One line from the daemon: which request it answers, and its result as it was sent, or its error.
package struct ReplyLine: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case result([UInt8])
    case error(ErrorReply)
    /// Anything else: a notification, or a message of a later version.
    case other
  }

  /// The id as sent; nil if there is none.
  package private(set) var id: [UInt8]?
  package private(set) var content = Content.other

  /// Nil when the line is not a JSON object: then the peer is not movierpcd.
  package init?(_ bytes: [UInt8]) {
    guard JSONSyntax.validate(bytes.span) == nil, bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{")
    else {
      return nil
    }
    for member in JSONMembers(bytes) {
      switch member.name {
      case "id": id = Array(bytes[member.value])
      case "result": content = .result(Array(bytes[member.value]))
      case "error": content = .error(ErrorReply(Array(bytes[member.value])))
      default: break
      }
    }
  }
}
