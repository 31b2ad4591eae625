package import EventLoop
package import MovieProtocol

/// What sources know of films that belong together.
@LoopActor
package protocol CollectionSource {
  /// Nil: this source does not know the collection.
  func collection(_ choice: CollectionChoice, _ options: FetchOptions) async throws -> Found<FilmCollection>?
}

extension CollectionSource {
  package func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? { nil }
}

extension SourceChain {
  package func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.collection(choice, $1)
    } local: {
      try await local.collection(choice, options)
    } stored: {
      try await upstream.cachedTMDB.collection(choice, options.cacheOnly)
    }
  }
}
