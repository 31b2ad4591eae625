package import EventLoop
package import MovieProtocol

/// What sources know by the names of other services.
@LoopActor
package protocol FindSource {
  /// Nil: this source knows nothing of such a name.
  func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>?
}

extension FindSource {
  package func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? { nil }
}

extension SourceChain {
  package func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.find(target, $1)
    } local: {
      try await local.find(target, options)
    } stored: {
      try await upstream.cachedTMDB.find(target, options.cacheOnly)
    }
  }
}
