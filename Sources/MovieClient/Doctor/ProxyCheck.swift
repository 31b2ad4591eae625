import JSONRPC
import MovieProtocol

/// The proxy used for upstream: `http.proxy`, otherwise the one in the environment
/// (https://everything.curl.dev/usingcurl/proxies/env.html).
enum ProxyCheck {
  private static let name = "proxy"
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Nil: there is none, and nothing to report about it.
  ///
  /// - Parameter settings: of the daemon; nil if it is not running.
  static func finding(
    _ settings: JSONValue?, _ environment: DoctorEnvironment, isOffline: Bool
  ) -> Finding? {
    if let proxy = settings?["http.proxy"]?["value"]?.stringValue, !proxy.isEmpty {
      return finding(
        "\(shown(proxy)), from config.toml", isOffline: isOffline,
        change: "correct http.proxy in config.toml"
      )
    }
    guard let (variable, proxy) = variable(environment) else {
      guard environment["http_proxy"] != nil else { return nil }
      return Finding(
        name, .warning, "http_proxy is set, but upstream requests use https and ignore it",
        hint: "set https_proxy, or http.proxy in config.toml; then movierpc daemon restart")
    }
    if let scheme = scheme(proxy), !schemes.contains(scheme.lowercased()) {
      return Finding(
        name, .problem, "\(variable) names a proxy of an unknown kind, \(Spelling.shortened(scheme))",
        hint: "one of \(schemes.joined(separator: ", ")); then movierpc daemon restart")
    }
    return finding(
      "\(shown(proxy)), from \(variable) here; the daemon has the value from its start",
      isOffline: isOffline, change: "correct \(variable), or unset it, then movierpc daemon restart")
  }

  private static func finding(_ message: LocalizedText, isOffline: Bool, change: LocalizedText) -> Finding {
    isOffline
      ? Finding(name, .warning, message, hint: "check that it runs and accepts connections, or \(change)")
      : Finding(name, .ok, message)
  }

  /// In curl's order for https.
  private static func variable(_ environment: DoctorEnvironment) -> (name: String, value: String)? {
    for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
      if let value = environment[name] { return (name, value) }
    }
    return nil
  }

  /// Without name and password, wherever they end: a password may contain an `@` or `/` that is not encoded.
  private static func shown(_ proxy: String) -> String {
    let scheme = scheme(proxy).map { $0 + "://" } ?? ""
    let rest = proxy.dropFirst(scheme.count)
    let host = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return Spelling.shortened(scheme + host)
  }

  /// The text before `://`, unless that may be part of a password.
  private static func scheme(_ proxy: String) -> String? {
    guard let mark = proxy.firstRange(of: "://") else { return nil }
    let scheme = proxy[..<mark.lowerBound]
    return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? String(scheme) : nil
  }
}
