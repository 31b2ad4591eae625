package import MovieProtocol

/// The state of the upstreams, for `status`.
package struct UpstreamStatus: Sendable, Equatable {
  package var network = Network.unknown
  package var sources: [SourceStatus] = []
  package var cache = CacheStatus()

  package init() {}

  /// TMDB is never queried.
  package var lacksTMDBKey: Bool {
    sources.contains { $0.name == Upstream.Name.tmdb.rawValue && $0.state == .noKey }
  }
}
