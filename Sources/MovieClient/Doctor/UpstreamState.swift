import MovieProtocol

/// One of `sources` in the result of `status`:
/// `{"name":"tmdb","state":"ok","rate_left":18,"calls":1204,"errors":3,"retry_at":null}`.
struct UpstreamState {
  let name: String
  /// Newer daemons may report others.
  let kind: SourceStatus.State?
  /// Why it does not answer; nil also from older daemons.
  let reason: Meta.Reason?
  let calls: Int
  let errors: Int
  /// In local time.
  let retryAt: String?

  /// All that have a name; none before the daemon's first request.
  static func all(_ status: JSONView<DaemonStatus>) -> [UpstreamState] {
    status.sources.compactMap { source in
      guard let name = source.name else { return nil }
      let retryAt = LocalTime.current.minute(source[\.retryAt])
      return UpstreamState(
        name: name, kind: source.state, reason: source.reason, calls: max(0, source.calls ?? 0),
        errors: max(0, source.errors ?? 0), retryAt: retryAt.isEmpty ? nil : retryAt)
    }
  }

  var hasAnswered: Bool { calls > errors }

  /// The name that users know.
  var title: String {
    switch name {
    case "tmdb": "TMDB"
    case "itunes": "iTunes"
    case "youtube": "YouTube"
    default: name
    }
  }
}
