package import EventLoop
package import MovieProtocol

/// A series, and one of its seasons.
package struct FoundSeason: Sendable {
  package var series: Title
  /// Nil: the series has no such season.
  package var season: SeasonDetail?

  package init(_ series: Title, _ season: SeasonDetail?) { (self.series, self.season) = (series, season) }
}

/// What sources know of episodes.
@LoopActor
package protocol SeasonSource {
  /// Nil: this source does not know the series, or no episodes at all.
  func season(_ key: TitleKey, number: Int, _ options: FetchOptions) async throws -> Found<FoundSeason>?
}

extension SeasonSource {
  package func season(
    _ key: TitleKey, number: Int, _ options: FetchOptions
  ) async throws -> Found<FoundSeason>? { nil }
}

extension SourceChain {
  package func season(
    _ key: TitleKey, number: Int, _ options: FetchOptions
  ) async throws -> Found<FoundSeason>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.season(key, number: number, $1)
    } local: {
      try await local.season(key, number: number, options)
    } stored: {
      try await upstream.cachedTMDB.season(key, number: number, options.cacheOnly)
    }
  }
}
