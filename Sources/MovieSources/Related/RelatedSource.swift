package import EventLoop
package import MovieProtocol

/// A page of reviews, and the total.
package struct ReviewList: Sendable {
  package var reviews: [Review]
  package var total: Int

  package init(_ reviews: [Review], total: Int) { (self.reviews, self.total) = (reviews, total) }
}

/// All pictures of a title.
package struct TitlePictures: Sendable {
  package var title: Title
  package var pictures: [ListedPicture]

  package init(_ title: Title, _ pictures: [ListedPicture]) {
    (self.title, self.pictures) = (title, pictures)
  }
}

/// What sources have around a title. Nil: they do not know the title, or have none of this.
@LoopActor
package protocol RelatedSource {
  func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles?
  func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>?
  func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>?
}

extension RelatedSource {
  package func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? { nil }

  package func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>? { nil }

  package func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    nil
  }
}

extension SourceChain {
  package func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.related(key, kind, page: page, pageSize: pageSize, $1)
    } local: {
      try await local.related(key, kind, page: page, pageSize: pageSize, options)
    } stored: {
      try await upstream.cachedTMDB.related(key, kind, page: page, pageSize: pageSize, options.cacheOnly)
    }
  }

  package func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.reviews(key, page: page, pageSize: pageSize, $1)
    } local: {
      nil
    } stored: {
      try await upstream.cachedTMDB.reviews(key, page: page, pageSize: pageSize, options.cacheOnly)
    }
  }

  package func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    try await queryForOne(upstream.tmdb, options, ifAbsent: .noKey) {
      try await $0.pictures(key, $1)
    } local: {
      try await local.pictures(key, options)
    } stored: {
      try await upstream.cachedTMDB.pictures(key, options.cacheOnly)
    }
  }
}
