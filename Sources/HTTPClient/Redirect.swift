/// Where a redirect may lead, and which headers go with it.
enum Redirect {
  /// The maximum number of redirects in a row.
  static let maxCount = 5

  /// The statuses that redirect a GET (https://www.rfc-editor.org/rfc/rfc9110#section-15.4).
  static func isOne(status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// To `https`, or on this machine from plain HTTP to plain HTTP.
  static func target(of location: String, from: HTTPAddress) throws(HTTPError) -> HTTPAddress {
    let target: HTTPAddress
    do {
      target = try HTTPAddress(location)
    } catch {
      throw HTTPError(
        .redirect, host: from.host, "invalid redirect: \(error.detail)")
    }
    guard target.isSecure || (!from.isSecure && from.host == target.host) else {
      throw HTTPError(.redirect, host: from.host, "redirect from https:// to http://")
    }
    return target
  }

  /// Another server gets only headers known to reveal nothing about the user.
  static func headers(_ headers: [HTTPHeader], from: HTTPAddress, to: HTTPAddress) -> [HTTPHeader] {
    guard !from.hasSameOrigin(as: to) else { return headers }
    return headers.filter { harmless.contains($0.name.lowercased()) }
  }

  private static let harmless: Set = [
    "accept", "accept-encoding", "accept-language", "cache-control", "if-modified-since", "if-none-match",
    "if-range", "range",
  ]
}
