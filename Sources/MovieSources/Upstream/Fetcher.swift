package import EventLoop
package import MovieProtocol

/// Fetches for the sources: ``Upstream`` in the daemon, prepared responses in a test.
@LoopActor
package protocol Fetcher: AnyObject, Sendable {
  /// - Throws: `RPCError`: `not_found` if upstream sends 404; `upstream_unavailable`,
  ///   `upstream_unauthorized`, `rate_limited` if upstream cannot be queried and nothing is cached;
  ///   `CancellationError`.
  func fetch<Answer>(_ endpoint: Endpoint<Answer>, _ options: FetchOptions) async throws -> Fetched<Answer>
}

/// An upstream's answer, and its age.
package struct Fetched<Answer: Sendable>: Sendable {
  package var answer: Answer
  package var cache: Meta.Cache
  package var fetchedAt: Timestamp
  package var freshUntil: Timestamp
  /// Upstream was tried and failed: this is the cached answer.
  package var reason: Meta.Reason?

  package init(
    _ answer: Answer, cache: Meta.Cache, fetchedAt: Timestamp, freshUntil: Timestamp,
    reason: Meta.Reason? = nil
  ) {
    self.answer = answer
    self.cache = cache
    self.fetchedAt = fetchedAt
    self.freshUntil = freshUntil
    self.reason = reason
  }
}
