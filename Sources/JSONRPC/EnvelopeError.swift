/// Why a message is not a request.
package enum EnvelopeError: Error, Equatable, Sendable {
  /// Not JSON; the offset is in bytes from the start of the message.
  case syntax(offset: Int)
  /// JSON, but not a request: an English sentence.
  case invalid(reason: String)
  /// `name` is one of depth, id_bytes, method_bytes, batch_items. `got` for depth: one more than `max`, where
  /// the scan ended.
  case limit(name: String, max: Int, got: Int)

  /// The error sent to the client.
  package var error: RPCError {
    switch self {
    case .syntax(let offset):
      RPCError(.parseError, .notJSON(offset), Advice(.sendOneLine), details: ["offset": .integer(offset)])
    case .invalid(let reason):
      RPCError(.invalidRequest, .notRequest(reason), Advice(.sendRequest))
    case .limit(let name, let max, let got): .limitExceeded(name, max: max, got: got)
    }
  }
}
