package import JSONRPC

/// What each error kind means, for the OpenRPC document and `movierpc describe`; the kinds and their codes
/// themselves are in ``RPCError/Kind``.
package enum ErrorCatalogue {
  /// What any method may answer.
  package static let common: [RPCError.Kind] = [
    .invalidParams, .internalError, .cancelled, .timeout, .overloaded,
  ]

  /// What a message that never reaches a method is answered with.
  package static let framing: [RPCError.Kind] = [
    .parseError, .invalidRequest, .methodNotFound, .limitExceeded,
  ]

  package static func meaning(_ kind: RPCError.Kind) -> String {
    switch kind {
    case .parseError: "The message is not JSON; `offset` in bytes from its start."
    case .invalidRequest: "JSON, but no request."
    case .methodNotFound: "There is no such method; `did_you_mean` or null."
    case .invalidParams: "A parameter is unknown, missing, of a wrong type or out of range; `param`, `expected`."
    case .internalError: "A bug; `incident` is in the log."
    case .cancelled: "Given up; `by`: cancel, newer or shutdown."
    case .notFound: "No such title, list, entry, download or profile; `what`."
    case .timeout: "Not done in `timeout_ms`."
    case .limitExceeded: "Over a bound; `limit`, `max`, `got`."
    case .overloaded: "Too many connections, or shutting down; `retry_after_ms`."
    case .storageError: "The disk is full or read-only; nothing of what was asked happened."
    case .notAvailable: "A program or part that is not there; `missing`."
    default: "See the protocol page."
    }
  }
}
