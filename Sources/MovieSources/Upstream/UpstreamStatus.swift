package import MovieProtocol

/// The state of the upstreams, for `status`.
package struct UpstreamStatus: Sendable, Equatable {
  package struct Source: Sendable, Equatable {
    package var name: String
    /// `ok`, `no_key`, `refused`, `limited`, `down`, `off`
    package var state: String
    /// Why it does not respond; nil: it does, or no request was sent.
    package var reason: Meta.Reason?
    /// Requests that could be sent at once.
    package var rateLeft: Int
    package var calls: Int
    package var errors: Int
    /// Seconds since 1970; nil: it may be queried now.
    package var retryAt: Int64?
  }

  package var network = Network.unknown
  package var sources: [Source] = []
  package var memoryBytes = 0
  package var diskBytes = 0
  package var hits = 0
  package var stale = 0
  package var misses = 0
  package var coalesced = 0

  package init() {}

  /// TMDB is never queried.
  package var lacksTMDBKey: Bool {
    sources.contains {
      $0.name == Upstream.Name.tmdb.rawValue && $0.state == UpstreamService.State.noKey.rawValue
    }
  }
}
