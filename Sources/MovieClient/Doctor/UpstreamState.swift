import JSONRPC

/// One of `sources` in the result of `status`:
/// `{"name":"tmdb","state":"ok","rate_left":18,"calls":1204,"errors":3,"retry_at":null}`.
struct UpstreamState {
  /// Newer daemons may report others.
  enum Kind: String { case ok, noKey = "no_key", refused, limited, down, off }

  let name: String
  let kind: Kind?
  /// Why it does not answer; nil also from older daemons.
  let reason: String?
  let calls: Int
  let errors: Int
  let retryAt: String?

  /// All that have a name; none before the daemon's first request.
  static func all(_ status: JSONValue) -> [UpstreamState] {
    (status["sources"]?.arrayValue ?? []).compactMap { source in
      guard let name = source["name"]?.stringValue else { return nil }
      return UpstreamState(
        name: name, kind: source["state"]?.stringValue.flatMap(Kind.init),
        reason: source["reason"]?.stringValue,
        calls: max(0, source["calls"]?.intValue ?? 0), errors: max(0, source["errors"]?.intValue ?? 0),
        retryAt: source["retry_at"]?.stringValue)
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
