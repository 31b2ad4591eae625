package import JSONRPC

/// What each error kind means, for the OpenRPC document and `movierpc describe`; the kinds and their codes
/// themselves are in ``RPCError/Kind``.
package enum ErrorCatalogue {
  /// The kinds that any method may answer.
  package static let common: [RPCError.Kind] = [
    .invalidParams, .internalError, .cancelled, .timeout, .overloaded,
  ]

  /// The answers to a message that never reaches a method.
  package static let framing: [RPCError.Kind] = [
    .parseError, .invalidRequest, .methodNotFound, .limitExceeded,
  ]

  package static func meaning(_ kind: RPCError.Kind) -> String {
    switch kind {
    case .parseError: "The message is not JSON; `offset`: bytes from its start to the fault."
    case .invalidRequest: "The message is JSON, but not a request."
    case .methodNotFound: "There is no such method; `did_you_mean`: the method probably meant, or null."
    case .invalidParams:
      "A parameter is unknown, missing, given twice, of a wrong type or out of range; `param`, `expected`."
    case .internalError: "A bug in the daemon; its log has more under `incident`."
    case .cancelled: "The request was cancelled; `by`: cancel, newer (see `supersedes`) or shutdown."
    case .notFound:
      "No such title, list, entry, download or profile, or the connection's profile was deleted; `resource`."
    case .upstreamUnavailable:
      "The network or an upstream failed, and no other source has the answer; `source`, `reason`, `retry_after_ms` or null."
    case .upstreamUnauthorized: "An API key is missing or refused; `source`, `reason`, `setting`."
    case .rateLimited:
      "An upstream's rate limit, or the daemon's own limit for it, is reached; `retry_after_ms`."
    case .timeout: "The request took longer than `timeout_ms`."
    case .limitExceeded: "A limit is exceeded; `limit`: its name, `max`, `got`."
    case .overloaded: "Too many connections, or the daemon is shutting down; `retry_after_ms`."
    case .conflict:
      "`if_version` does not match, or the state forbids it; `version`, `entry`, `state` where they apply."
    case .storageError:
      "The disk is full, read-only or does not respond, or the library is damaged; nothing was changed."
    case .notAvailable: "A program, a part or a required capability is missing; `missing`."
    case .forbidden:
      "The profile does not allow it, or the PIN is wrong; `needs`: pin, age or license, `retry_after_ms`."
    case .ambiguous:
      "The words name no title, or several; `candidates`: up to five that may be meant."
    default: "A kind that this version does not describe."
    }
  }
}
