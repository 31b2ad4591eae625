import EventLoop
import HTTPClient

/// Why a store does not answer.
package enum RedisError: Error, Sendable, Equatable {
  /// No connection: "connection refused".
  case unreachable(String)
  /// No connection that can be trusted: "certificate has expired".
  case tls(String)
  /// No reply in time.
  case timeout
  /// The store has closed the connection.
  case closed
  /// What answers there does not speak the protocol.
  case protocolError(String)
  /// The first word of its error: OOM, WRONGPASS, NOPERM.
  case refused(String)

  /// Errors begin with a word of capitals, by convention; what follows may quote the command.
  init(error text: String) {
    let word = text.prefix { $0 != " " }
    let isCode = (1...32).contains(word.utf8.count) && word.allSatisfy { $0.isASCII && $0.isUppercase }
    self = .refused(isCode ? String(word) : "ERR")
  }

  init(_ error: UVError) { self = .unreachable(error.message) }

  init(_ error: HTTPError) {
    switch error.kind {
    case .tls, .unsupported: self = .tls(error.detail)
    case .reset: self = .closed
    default: self = .unreachable(error.detail)
    }
  }
}
