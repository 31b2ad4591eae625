import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `related`, `reviews` and `images`: see `MovieProtocol/Methods/Related.swift`, `Reviews.swift` and
/// `Gallery.swift`.
@LoopActor
enum RelatedHandlers {
  static let handlers = [
    MethodHandler(RelatedMethod.self, .waiting(related), isCacheable: true),
    MethodHandler(ReviewsMethod.self, .waiting(reviews), isCacheable: true),
    MethodHandler(GalleryMethod.self, .waiting(pictures), isCacheable: true),
  ]

  static func related(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, match) = try await TitleResolver(call).shown()
      let (page, pageSize) = (request[.page], request[.pageSize])
      guard
        let found = try await request.titles.related(
          key, request[RelatedMethod.kind], page: page, pageSize: pageSize, request.options)
      else { throw RPCError.unknown(key, request.profile.settings, request.options, found: match) }
      // What words find may be another title the next time.
      return request.result(
        reserving: 1024 * (found.titles.count + 1), found.meta, isCacheable: match == nil
      ) {
        RelatedMethod.answer.write(
          (request.titlePage(found, page: page, pageSize: pageSize), match), into: &$0)
      }
    }
  }

  static func reviews(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, match) = try await TitleResolver(call).shown()
      let found = try await request.titles.reviews(
        key, page: request[.page], pageSize: request[.pageSize], request.options)
      guard let found else {
        throw request.profile.settings.tmdbKey == nil
          ? RPCError.needsTMDB(.theReviews)
          : RPCError.unknown(key, request.profile.settings, request.options, found: match)
      }
      return request.result(
        found.meta, Review.page, found.value.reviews, of: found.value.total, match: match)
    }
  }

  static func pictures(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, match) = try await TitleResolver(call).shown()
      guard let found = try await request.titles.pictures(key, request.options) else {
        throw RPCError.unknown(key, request.profile.settings, request.options, found: match)
      }
      let kind = request[GalleryMethod.kind]
      let all = found.value.pictures.filter { kind == nil || $0.kind.rawValue == kind }
      let rows = TitlePage.rows(page: request[.page], pageSize: request[.pageSize]) ?? 0..<0
      return request.result(
        found.meta, ListedPicture.page, Array(all[rows.clamped(to: all.indices)]), of: all.count,
        match: match)
    }
  }
}

extension ProfileTitles {
  /// Of a title that the profile may see; those that it may not see are left out.
  func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    let options = suitable(options)
    guard let title = try await expectVisible(key, options) else { return nil }
    var isKnown = true
    var found = try await self.page(page, pageSize, options) { number in
      guard
        var found = try await titles.related(title.key, kind, page: number, pageSize: pageSize, options)
      else {
        // A later page may be one that is not cached.
        if number == 1 { isKnown = false }
        return FoundTitles(titles: [], total: 0, meta: Self.nothing)
      }
      found.titles.removeAll { $0.key == title.key }
      return found
    }
    found.meta.merge(title.meta)
    return isKnown ? found : nil
  }

  func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>? {
    let options = suitable(options)
    guard let title = try await expectVisible(key, options) else { return nil }
    var found = try await titles.reviews(title.key, page: page, pageSize: pageSize, options)
    found?.meta.merge(title.meta)
    return found
  }

  func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    try await visible(key, options) { options in
      try await titles.pictures(key, options)
    } about: {
      $0.title
    }
  }

  /// Before anything about the title is fetched: the answer does not say whether it is for adults.
  ///
  /// - Returns: the key of the title that was checked, and until when the verdict holds; nil: no title is known
  ///   by that key of IMDb.
  private func expectVisible(
    _ key: TitleKey, _ options: FetchOptions
  ) async throws -> (key: TitleKey, meta: Meta)? {
    var meta = Self.nothing
    var own = options
    own.includesRelated = false
    guard ageFilter != nil else {
      guard !options.includesAdult else { return (key, meta) }
      guard let title = try await likelyTitle(key, own) else {
        meta.expire(at: .now + AgeFilter.retry)
        return (key, meta)
      }
      try expectNotAdult(title, own)
      return (title.key, meta)
    }
    // The certificates come with it, and the mark of a title for adults.
    guard let title = try await titles.detail(key, own)?.detail.title else {
      if case .imdb = key { return nil }
      try await expect(key, &meta, own)
      return (key, meta)
    }
    try await expect(title.key, &meta, own)
    try expectNotAdult(title, own)
    return (title.key, meta)
  }

  /// As it is known here, else as its source has it; nil: it cannot be told.
  private func likelyTitle(_ key: TitleKey, _ options: FetchOptions) async throws -> Title? {
    var local = options
    local.isCacheOnly = true
    for options in options.isCacheOnly ? [local] : [local, options] {
      do {
        if let found = try await titles.detail(key, options) { return found.detail.title }
      } catch let error as CancellationError {
        throw error
      } catch {
        continue
      }
    }
    return nil
  }
}
