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
      try await collection(choice, $0, $1)
    } local: {
      try await local.collection(choice, options)
    } stored: {
      try await upstream.cachedTMDB.collection(choice, options.cacheOnly)
    }
  }

  /// TMDB's; what a misspelt name means, only the catalogue tells.
  private func collection(
    _ choice: CollectionChoice, _ tmdb: any MovieSource, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    guard case .misspelt = choice else { return try await tmdb.collection(choice, options) }
    guard let own = try await ownAnswer({ try await $0.collection(choice, options) }),
      var meant = try await tmdb.collection(.name(own.value.name), options)
    else { return nil }
    meant.meta.corrected = own.meta.corrected
    return meant
  }
}
