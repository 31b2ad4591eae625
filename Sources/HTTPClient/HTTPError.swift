/// Why there is no response. It contains neither the query of a URL nor a header: both may carry a key.
package struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Kind: Sendable {
    case invalidURL
    /// libcurl is missing.
    case unsupported
    case resolve
    case connect
    case proxy
    case tls
    case timeout
    /// The connection broke, perhaps in the middle of a body.
    case reset
    case tooLarge
    case redirect
    case file
    case other
  }

  package let kind: Kind
  package let host: String
  /// In curl's words, or ours.
  package let detail: String

  package init(_ kind: Kind, host: String, _ detail: String) {
    (self.kind, self.host, self.detail) = (kind, host, detail)
  }

  package var description: String { "\(host): \(detail)" }
}
