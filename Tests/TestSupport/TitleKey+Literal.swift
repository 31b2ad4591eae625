package import MovieProtocol

/// So that tests write keys as clients do.
extension TitleKey: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    guard let key = TitleKey(text) else { preconditionFailure("\(text) is no key") }
    self = key
  }
}
