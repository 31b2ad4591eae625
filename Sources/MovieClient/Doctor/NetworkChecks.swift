import JSONRPC
import MovieProtocol

/// The results of the daemon's network requests. The doctor sends none itself: what matters is what the
/// daemon can reach.
enum NetworkChecks {
  static func findings(
    _ status: JSONView<DaemonStatus>, _ sources: [UpstreamState], _ settings: JSONValue?,
    _ environment: DoctorEnvironment
  ) -> [Finding] {
    let isOffline = status.network == .offline
    let proxy = ProxyCheck.finding(settings, environment, isOffline: isOffline)
    let isUsed = sources.contains { $0.calls > 0 }
    return [network(status, hasProxy: proxy != nil, isUsed: isUsed), proxy].compactMap(\.self)
      + sources.compactMap { source($0, isOffline: isOffline) }
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
  private static func source(_ source: UpstreamState, isOffline: Bool) -> Finding? {
    let name = source.title
    let again = source.retryAt.map { localized(", at \($0)") } ?? ""
    switch source.kind {
    case .ok where source.calls == 0: return nil
    case .ok where !source.hasAnswered:
      return Finding(
        name, .warning, "no answer yet (\(source.errors) of \(source.calls) calls failed)",
        hint: "see network above, and the daemon's log")
    case .ok:
      let failed = source.errors == 0 ? "" : localized(", \(source.errors) failed")
      return Finding(name, .ok, "used \(times(source.calls))\(failed)")
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
          movierpc settings set \(source.name).key, or correct \(source.name.uppercased())_API_KEY if that \
          is set and movierpc daemon restart
          """)
    case .limited:
      return Finding(
        name, .warning, "its rate limit is reached",
        hint: "nothing to do: the daemon tries again\(again)")
    case .down:
      let figures = localized(" (\(source.errors) of \(source.calls) calls failed)")
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
            http.proxy and \(source.name).base_url in config.toml
            """)
      default:
        return Finding(
          name, .warning, "it does not answer correctly\(figures)",
          hint: isOffline
            ? "see network above; the daemon tries again\(again)"
            : """
            the daemon tries again\(again). If this persists, check the clock (date) and \
            \(source.name).base_url in config.toml
            """)
      }
    case nil: return nil
    }
  }

  private static func times(_ count: Int) -> String {
    count == 1 ? localized("once") : localized("\(count) times")
  }
}
