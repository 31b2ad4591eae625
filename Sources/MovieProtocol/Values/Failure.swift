package import JSONRPC

/// Why something could not be done; `kind` is one of an error's.
package struct Failure: Sendable, Hashable {
  package var kind: String
  package var message: Message

  package init(_ kind: RPCError.Kind, _ message: Message) { self.init(kind: kind.name, message: message) }

  package init(kind: String, message: Message) { (self.kind, self.message) = (kind, message) }
}

extension Failure: JSONObject {
  package static let shape = Shape<Self>("Failure") {
    Member("kind", \.kind, "A kind of error.")
    Member.message(\.message, "One English sentence.")
  }
}
