/// The answer to a request that fails: an [error object](https://www.jsonrpc.org/specification#error_object);
/// its `data` always has `kind` and `hint`.
package struct RPCError: Error, Equatable, Sendable {
  package var kind: Kind
  /// One English sentence.
  package var message: String
  /// What to do about it, or nil.
  package var hint: String?
  /// Additional members of `data`, those the contract names for the kind.
  package var details: [JSONMember]

  package init(
    _ kind: Kind, _ message: String, hint: String? = nil, details: KeyValuePairs<String, JSONValue> = [:]
  ) {
    (self.kind, self.message, self.hint) = (kind, message, hint)
    self.details = details.map { JSONMember($0.key, $0.value) }
  }

  /// The same error, whose message names the method first.
  package func prefixed(with method: String) -> RPCError {
    var error = self
    error.message = "\(method): \(message)"
    return error
  }

  /// `{"code":..,"message":..,"data":{"kind":..,DETAILS,"hint":..}}`
  package func write(into writer: inout JSONWriter) {
    writer.object {
      $0.member("code", kind.code)
      $0.member("message", message)
      $0.name("data")
      $0.object {
        $0.member("kind", kind.name)
        for member in details {
          $0.name(member.name)
          $0.value(member.value)
        }
        $0.member("hint", hint)
      }
    }
  }

  /// A limit of the contract's section Limits was exceeded. `limit` is its name there.
  package static func limitExceeded(_ limit: String, max: Int, got: Int, hint: String? = nil) -> RPCError {
    RPCError(
      .limitExceeded, "\(limit) is at most \(max), not \(got)", hint: hint,
      details: ["limit": .string(limit), "max": .integer(max), "got": .integer(got)])
  }
}
