extension RPCError {
  /// A stable name to branch on, and its code. Open: clients will meet kinds they do not know.
  package struct Kind: Hashable, Sendable {
    package var name: String
    package var code: Int

    package init(name: String, code: Int) {
      self.name = name
      self.code = code
    }
  }
}

extension RPCError.Kind {
  // The specification's own: https://www.jsonrpc.org/specification#error_object
  package static let parseError = Self(name: "parse_error", code: -32700)
  package static let invalidRequest = Self(name: "invalid_request", code: -32600)
  package static let methodNotFound = Self(name: "method_not_found", code: -32601)
  package static let invalidParams = Self(name: "invalid_params", code: -32602)
  package static let internalError = Self(name: "internal_error", code: -32603)
  /// RequestCancelled of the Language Server Protocol, whose libraries look for it after `$/cancelRequest`.
  package static let cancelled = Self(name: "cancelled", code: -32800)

  // The others are outside the codes that JSON-RPC (-32768 to -32000) and the Language Server Protocol (also
  // -32899 to -32800) reserve: in a library for these, -32002 means that the server was not initialized.
  package static let notFound = Self(name: "not_found", code: 1001)
  package static let upstreamUnavailable = Self(name: "upstream_unavailable", code: 1002)
  package static let upstreamUnauthorized = Self(name: "upstream_unauthorized", code: 1003)
  package static let rateLimited = Self(name: "rate_limited", code: 1004)
  package static let timeout = Self(name: "timeout", code: 1005)
  package static let limitExceeded = Self(name: "limit_exceeded", code: 1006)
  package static let overloaded = Self(name: "overloaded", code: 1007)
  package static let conflict = Self(name: "conflict", code: 1008)
  package static let storageError = Self(name: "storage_error", code: 1009)
  package static let notAvailable = Self(name: "not_available", code: 1010)
  package static let forbidden = Self(name: "forbidden", code: 1011)
  package static let ambiguous = Self(name: "ambiguous", code: 1012)

  /// All of the above, in the order of the contract's table.
  package static let all = [
    parseError, invalidRequest, methodNotFound, invalidParams, internalError, cancelled, notFound,
    upstreamUnavailable, upstreamUnauthorized, rateLimited, timeout, limitExceeded, overloaded, conflict,
    storageError, notAvailable, forbidden, ambiguous,
  ]
}
