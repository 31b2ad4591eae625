/// The address of a store that speaks Redis' protocol, as its clients write it:
/// `redis://USER:PASSWORD@HOST:PORT/DATABASE` (https://www.iana.org/assignments/uri-schemes/prov/redis),
/// `rediss://` for TLS, which may end with redis-py's `?ssl_ca_certs=/FILE`, or
/// `unix://USER:PASSWORD@/PATH?db=DATABASE`. Only the host or the path is required.
package struct RedisURL: Sendable, Equatable {
  package enum Place: Sendable, Equatable {
    case host(String, port: UInt16)
    case path(String)
  }

  package let place: Place
  /// Nil: the store's default user.
  package let user: String?
  package let password: String?
  package let database: Int
  package var isTLS = false
  /// The file of the certificates to trust; nil: those of the system.
  package var authorities: String?

  private static let port: UInt16 = 6379
  /// `sun_path` of unix(7), with its final NUL.
  private static let maxPath = 107

  /// Nil: it is not one.
  package init?(_ text: String) {
    guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
    else { return nil }
    let rest = text[colon...].dropFirst(3)
    switch text[..<colon] {
    case "redis", "valkey": self.init(host: rest)
    case "rediss", "valkeys": self.init(tls: rest)
    case "unix", "redis+unix": self.init(path: rest)
    default: return nil
    }
  }

  private init?(host text: Substring) {
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    guard let (user, password, host) = Self.credentials(text[..<slash]),
      let database = Self.database(text[slash...].dropFirst())
    else { return nil }
    let name: Substring
    let port: Substring
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      name = host[..<end].dropFirst()
      port = host[end...].dropFirst()
      guard name.contains(":"), name.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
        return nil
      }
    } else {
      name = host.prefix { $0 != ":" }
      port = host[name.endIndex...]
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
    }
    guard !name.isEmpty, name.utf8.count <= 253, port.isEmpty || port.first == ":",
      let number = port.isEmpty ? Self.port : UInt16(port.dropFirst()), number > 0
    else { return nil }
    self.init(.host(String(name), port: number), user, password, database)
  }

  private init?(tls text: Substring) {
    let name = "?ssl_ca_certs="
    let query = text.indices.first { text[$0...].hasPrefix(name) }
    self.init(host: text[..<(query ?? text.endIndex)])
    isTLS = true
    guard let query else { return }
    authorities = PercentDecoding.decode(text[query...].dropFirst(name.count))
    guard authorities?.hasPrefix("/") == true else { return nil }
  }

  private init?(path text: Substring) {
    let mark = text.firstIndex(of: "?") ?? text.endIndex
    let query = text[mark...].dropFirst()
    // A password has no slash that is not encoded.
    guard let slash = text[..<mark].firstIndex(of: "/"),
      let (user, password, host) = Self.credentials(text[..<slash]), host.isEmpty,
      let path = PercentDecoding.decode(text[slash..<mark]), path.utf8.count <= Self.maxPath,
      path.utf8.count > 1,
      query.isEmpty || query.hasPrefix("db="), let database = Self.database(query.dropFirst(3))
    else { return nil }
    self.init(.path(path), user, password, database)
  }

  private init(_ place: Place, _ user: String?, _ password: String?, _ database: Int) {
    (self.place, self.user, self.password, self.database) = (place, user, password, database)
  }

  /// `USER:PASSWORD@`, `:PASSWORD@` or nothing, and what follows it.
  private static func credentials(
    _ text: Substring
  ) -> (user: String?, password: String?, rest: Substring)? {
    guard let at = text.lastIndex(of: "@") else { return (nil, nil, text) }
    let (said, rest) = (text[..<at], text[text.index(after: at)...])
    guard let colon = said.firstIndex(of: ":"), let user = PercentDecoding.decode(said[..<colon]),
      let password = PercentDecoding.decode(said[said.index(after: colon)...]), !password.isEmpty
    else { return nil }
    return (user.isEmpty ? nil : user, password, rest)
  }

  private static func database(_ text: Substring) -> Int? {
    text.isEmpty ? 0 : UInt16(text).map(Int.init)
  }
}

/// Without the password, wherever it is shown.
extension RedisURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String {
    switch place {
    case .path(let path): "unix://" + path + (database == 0 ? "" : "?db=\(database)")
    case .host(let name, let port):
      (isTLS ? "rediss://" : "redis://") + (name.contains(":") ? "[\(name)]" : name) + ":\(port)"
        + (database == 0 ? "" : "/\(database)")
    }
  }

  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
