/// The answer to a request that fails: an [error object](https://www.jsonrpc.org/specification#error_object);
/// its `data` always has `kind`, `text`, `remedy`, `hint` and `hint_text`.
package struct RPCError: Error, Equatable, Sendable {
  package var kind: Kind
  package var text: Message
  /// Nil: there is nothing to do.
  package var advice: Advice?
  /// Additional members of `data`, those the contract names for the kind.
  package var details: [JSONMember]
  /// Named before the sentence.
  private var method: String?

  package init(
    _ kind: Kind, _ text: Message, _ advice: Advice? = nil,
    details: KeyValuePairs<String, JSONValue> = [:]
  ) {
    (self.kind, self.text, self.advice) = (kind, text, advice)
    self.details = details.map { JSONMember($0.key, $0.value) }
  }

  /// One English sentence.
  package var message: String { method.map { "\($0): \(text)" } ?? text.english }
  /// What to do, in one English sentence.
  package var hint: String? { advice?.hint.english }

  /// The same error, whose message names the method first.
  package func prefixed(with method: String) -> RPCError {
    var error = self
    error.method = method
    return error
  }

  /// `{"code":..,"message":..,"data":{"kind":..,DETAILS,"text":..,"remedy":..,"hint":..,"hint_text":..}}`
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
        $0.name("text")
        text.write(into: &$0)
        $0.name("remedy")
        if let remedy = advice?.remedy { remedy.write(into: &$0) } else { $0.null() }
        $0.member("hint", hint)
        $0.name("hint_text")
        if let advice { advice.hint.write(into: &$0) } else { $0.null() }
      }
    }
  }

  /// A limit of the contract's section Limits was exceeded. `limit` is its name there.
  package static func limitExceeded(
    _ limit: String, max: Int, got: Int, _ advice: Advice? = nil
  ) -> RPCError {
    RPCError(
      .limitExceeded, .limitIs(limit, max, got), advice,
      details: ["limit": .string(limit), "max": .integer(max), "got": .integer(got)])
  }
}
