import Glibc

/// Resolves names as `/etc/nsswitch.conf` configures:
/// https://man7.org/linux/man-pages/man3/getaddrinfo.3.html
enum SystemResolver {
  /// Blocks, perhaps for half a minute.
  ///
  /// - Returns: addresses in the order in which to try them.
  static func lookUp(_ host: String) -> Result<[String], HostResolver.UnknownHost> {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    defer { if list != nil { freeaddrinfo(list) } }
    guard code == 0 else {
      return .failure(.init(reason: gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"))
    }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      // An address with a zone does not belong to a server.
      if let address = text(entry.pointee), !address.contains("%"), !addresses.contains(address) {
        addresses.append(address)
      }
      next = entry.pointee.ai_next
    }
    return addresses.isEmpty ? .failure(.init(reason: "no address")) : .success(addresses)
  }

  private static func text(_ entry: addrinfo) -> String? {
    var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let code = getnameinfo(
      entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard code == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
