import Glibc

/// The parts of a URL that decide whether it may be requested, and from which host. Stricter than curl's
/// parser, so that both agree on the host of every URL that is accepted.
struct HTTPAddress: Equatable, Sendable {
  static let maxLength = 8192

  let url: String
  let isSecure: Bool
  /// In lower case, an IPv6 address without its brackets.
  let host: String
  let port: Int

  /// - Throws: `invalid_url` for anything but an HTTP URL, and for plain HTTP to another machine.
  init(_ url: String) throws(HTTPError) {
    guard url.utf8.count <= Self.maxLength else {
      throw Self.invalid("the URL is longer than \(Self.maxLength) bytes")
    }
    guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }) else {
      throw Self.invalid("the URL has spaces or characters that must be percent-encoded")
    }
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http", url.dropFirst(scheme.count).hasPrefix("://") else {
      throw Self.invalid("the URL does not begin with https://")
    }
    let authority = url.dropFirst(scheme.count + 3).prefix { !"/?#".contains($0) }
    guard !authority.contains("@") else { throw Self.invalid("the URL contains a user or a password") }
    let (name, rest) = Self.divide(authority)
    guard let host = name else {
      throw Self.invalid("the URL has no host, or an invalid one")
    }
    isSecure = scheme == "https"
    if rest.isEmpty {
      port = isSecure ? 443 : 80
    } else {
      let digits = rest.dropFirst()
      guard digits.allSatisfy({ ("0"..."9").contains($0) }), let number = UInt16(digits), number > 0 else {
        throw Self.invalid("the port of the URL is not from 1 to 65535")
      }
      port = Int(number)
    }
    self.host = host
    self.url = url
    guard isSecure || isLoopback else {
      throw HTTPError(.invalidURL, host: host, "http:// is for this machine only; write https://")
    }
  }

  /// Only this machine can read what is sent there.
  var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.first == "127"
      && parts.allSatisfy { part in UInt8(part).map(String.init) == String(part) }
  }

  /// The host has to be looked up.
  var hasName: Bool { !isLoopback && Self.isName(host) }

  static func isName(_ host: String) -> Bool {
    var address = in6_addr()
    return host.lowercased() != "localhost" && inet_pton(AF_INET, host, &address) != 1
      && inet_pton(AF_INET6, host, &address) != 1
  }

  /// The part after `?`; it may contain a key.
  var query: Substring? {
    let rest = url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    return rest.isEmpty ? nil : rest
  }

  func hasSameOrigin(as other: HTTPAddress) -> Bool {
    isSecure == other.isSecure && host == other.host && port == other.port
  }

  /// The host, nil if it is invalid, and `:PORT`.
  private static func divide(_ authority: Substring) -> (String?, Substring) {
    if authority.first == "[" {
      let name = authority.dropFirst().prefix { $0 != "]" }
      let rest = authority.dropFirst(name.count + 2)
      let isAddress = name.contains(":") && name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
      guard authority.contains("]"), isAddress, rest.isEmpty || rest.first == ":" else { return (nil, "") }
      return (name.lowercased(), rest)
    }
    let name = authority.prefix { $0 != ":" }
    let isName =
      !name.isEmpty && name.utf8.count <= 255
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    return (isName ? name.lowercased() : nil, authority.dropFirst(name.count))
  }

  private static func invalid(_ detail: String) -> HTTPError {
    HTTPError(.invalidURL, host: "URL", detail)
  }
}
