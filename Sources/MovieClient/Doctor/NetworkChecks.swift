import JSONRPC
import MovieProtocol

/// The results of the daemon's network requests. The doctor sends none itself: what matters is what the
/// daemon can reach.
enum NetworkChecks {
  static func findings(
    _ status: JSONView<DaemonStatus>, _ settings: JSONValue?, _ environment: DoctorEnvironment
  ) -> [Finding] {
    let isOffline = status.network == .offline
    let proxy = ProxyCheck.finding(settings, environment, isOffline: isOffline)
    let isUsed = status.sources.contains { ($0.calls ?? 0) > 0 }
    return [network(status, hasProxy: proxy != nil, isUsed: isUsed), proxy].compactMap(\.self)
      + status.sources.compactMap { source($0, isOffline: isOffline) }
  }

  /// - Parameter isUsed: requests were made, whether they could be sent or not.
  private static func network(
    _ status: JSONView<DaemonStatus>, hasProxy: Bool, isUsed: Bool
  ) -> Finding? {
    let name = "network"
    switch status.network {
    case .online: return Finding(name, .ok, "the daemon gets answers")
    case .offline:
      return Finding(
        name, .warning, "the daemon's last request got no answer; it uses cached and local data",
        hint: hasProxy ? "see proxy below; \(login)" : "\(login)")
    case .unknown where isUsed:
      return Finding(
        name, .warning, "no request could be sent", hint: "the daemon's log has the reason")
    case .unknown: return Finding(name, .note, "no request sent yet; movierpc poster dune sends one")
    case nil: return nil
    }
  }

  private static var login: String {
    localized(
      """
      open any page in a browser: a network may require a login. If the page opens, check the clock (date) \
      and the daemon's log
      """)
  }

  /// Nil if it is reported elsewhere (a missing or rejected TMDB key) or there is nothing to report.
  private static func source(_ source: JSONView<SourceStatus>, isOffline: Bool) -> Finding? {
    let name = source.title
    let moment = LocalTime.current.minute(source[\.retryAt])
    let again = moment.isEmpty ? "" : localized(", at \(moment)")
    let (calls, errors) = (source.calls ?? 0, source.errors ?? 0)
    let service = source.name ?? "?"
    switch source.state {
    case .ok where calls == 0: return nil
    case .ok where !source.hasAnswered:
      return Finding(
        name, .warning, "no answer yet (\(errors) of \(calls) calls failed)",
        hint: "see network above, and the daemon's log")
    case .ok:
      let failed = errors == 0 ? "" : localized(", \(errors) failed")
      return Finding(name, .ok, "used \(times(calls))\(failed)")
    case .noKey:
      return source.name == "youtube"
        ? Finding(
          name, .note,
          "no key: yt-dlp, if installed, searches it for trailers; movierpc settings set youtube.key sets one"
        )
        : nil
    case .off:
      return Finding(
        name, .note,
        source.name == "itunes"
          ? "not used; movierpc settings set itunes.enabled true turns it on" : "not used")
    case .refused where source.name == "tmdb": return nil
    case .refused:
      return Finding(
        name, .problem, "it refuses the key",
        hint: """
          movierpc settings set \(service).key, or correct \(service.uppercased())_API_KEY if that \
          is set and movierpc daemon restart
          """)
    case .limited:
      return Finding(
        name, .warning, "its rate limit is reached",
        hint: "nothing to do: the daemon tries again\(again)")
    case .down:
      let figures = localized(" (\(errors) of \(calls) calls failed)")
      switch source.reason {
      case .upstreamError:
        return Finding(
          name, .warning, "it reports a server error\(figures)",
          hint: "nothing to do: the daemon tries again\(again)")
      case .intercepted:
        return Finding(
          name, .warning, "another server answers instead\(figures)",
          hint: """
            open any page in a browser: a network that requires a login shows it there; else check \
            http.proxy and \(service).base_url in config.toml
            """)
      default:
        return Finding(
          name, .warning, "it does not answer correctly\(figures)",
          hint: isOffline
            ? "see network above; the daemon tries again\(again)"
            : """
            the daemon tries again\(again). If this persists, check the clock (date) and \
            \(service).base_url in config.toml
            """)
      }
    case nil: return nil
    }
  }

  private static func times(_ count: Int) -> String {
    count == 1 ? localized("once") : localized("\(count) times")
  }
}

extension JSONView<SourceStatus> {
  var hasAnswered: Bool { (self.calls ?? 0) > (self.errors ?? 0) }

  /// The name that users know.
  fileprivate var title: String {
    switch self.name {
    case "tmdb": "TMDB"
    case "itunes": "iTunes"
    case "youtube": "YouTube"
    default: self.name ?? "?"
    }
  }
}

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
