package import JSONRPC

/// Why something could not be done; `kind` is one of an error's.
package struct Failure: Sendable, Hashable {
  package var kind: String
  package var message: Message
  /// What to do about it.
  package var advice: Advice?

  package init(_ kind: RPCError.Kind, _ message: Message, _ advice: Advice? = nil) {
    self.init(kind: kind.name, message: message, advice: advice)
  }

  package init(kind: String, message: Message, advice: Advice? = nil) {
    (self.kind, self.message, self.advice) = (kind, message, advice)
  }

  package init(_ error: RPCError) { self.init(error.kind, error.text, error.advice) }
}

extension Failure: JSONObject {
  package static let shape = Shape<Self>("Failure") {
    Member("kind", \.kind, "A kind of error.")
    Member.message(\.message, "One English sentence.")
    Member.advice(\.advice)
  }
}
