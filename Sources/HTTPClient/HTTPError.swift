/// Why there is no response. It contains neither the query of a URL nor a header: both may carry a key.
package struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Stable, to branch on.
  package struct Kind: Sendable, Hashable {
    package let name: String

    package static let invalidURL = Kind(name: "invalid_url")
    /// libcurl is missing.
    package static let unsupported = Kind(name: "unsupported")
    package static let resolve = Kind(name: "resolve")
    package static let connect = Kind(name: "connect")
    package static let proxy = Kind(name: "proxy")
    package static let tls = Kind(name: "tls")
    package static let timeout = Kind(name: "timeout")
    /// The connection broke, perhaps in the middle of a body.
    package static let reset = Kind(name: "reset")
    package static let tooLarge = Kind(name: "too_large")
    package static let redirect = Kind(name: "redirect")
    package static let file = Kind(name: "file")
    package static let other = Kind(name: "other")
  }

  package let kind: Kind
  package let host: String
  /// In curl's words, or ours.
  package let detail: String

  package init(_ kind: Kind, host: String, _ detail: String) {
    self.kind = kind
    self.host = host
    self.detail = detail
  }

  package var description: String { "\(host): \(detail)" }
}
