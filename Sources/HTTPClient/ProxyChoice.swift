/// The proxy through which a host is reached: from the configuration, otherwise from the environment by
/// curl's rules (https://everything.curl.dev/usingcurl/proxies/env.html). curl is given the result, so that
/// both agree. Pure.
struct ProxyChoice: Equatable {
  /// As it was configured; nil: no proxy.
  let url: String?

  /// - Parameter configured: empty: no proxy, whatever the environment says.
  init(for address: HTTPAddress, configured: String?, environment: (String) -> String?) {
    func first(_ names: String...) -> String? {
      names.lazy.compactMap(environment).first { !$0.isEmpty }
    }
    let proxy = configured ?? first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    // Plain HTTP is for this machine only: unencrypted data must not leave it through a proxy.
    guard address.isSecure, let proxy, !proxy.isEmpty,
      !Self.isExempt(address.host, first("no_proxy", "NO_PROXY") ?? "")
    else {
      url = nil
      return
    }
    url = proxy
  }

  /// The host whose address curl needs, with the port; nil if it is not a name, or if only curl can parse it.
  var host: (name: String, port: Int)? {
    guard let url else { return nil }
    let scheme = url.firstRange(of: "://").map { url[..<$0.lowerBound].lowercased() } ?? "http"
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let place = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return nil }
    guard parts.count == 2 else { return (String(name), scheme == "https" ? 443 : 1080) }
    return UInt16(parts[1]).map { (String(name), Int($0)) }
  }

  /// The proxy is given an address, not a name.
  var wantsAddress: Bool {
    let scheme = url.map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
    return url == nil || scheme == "socks5" || scheme == "socks4"
  }

  /// `*`, or names separated by commas or blanks, each including all names below it.
  private static func isExempt(_ host: String, _ list: String) -> Bool {
    if list == "*" { return true }
    return list.split { $0 == "," || $0 == " " || $0 == "\t" }.contains { entry in
      let name = entry.lowercased().drop { $0 == "." }
      return !name.isEmpty && (host == name || host.hasSuffix("." + name))
    }
  }
}
