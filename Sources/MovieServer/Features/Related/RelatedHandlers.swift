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
      let (key, _) = try await TitleResolver(call).shown()
      let (page, pageSize) = (request[.page], request[.pageSize])
      guard
        let found = try await request.titles.related(
          key, request[RelatedMethod.kind], page: page, pageSize: pageSize, request.options)
      else { throw RPCError.unknown(key, request.profile.settings, request.options) }
      return request.page(found, page: page, pageSize: pageSize)
    }
  }

  static func reviews(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, _) = try await TitleResolver(call).shown()
      let found = try await request.titles.reviews(
        key, page: request[.page], pageSize: request[.pageSize], request.options)
      guard let found else {
        throw request.profile.settings.tmdbKey == nil
          ? RPCError.needsTMDB(.theReviews) : RPCError.unknown(key, request.profile.settings, request.options)
      }
      return request.result(found.meta, Review.page, found.value.reviews, of: found.value.total)
    }
  }

  static func pictures(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, _) = try await TitleResolver(call).shown()
      guard let found = try await request.titles.pictures(key, request.options) else {
        throw RPCError.unknown(key, request.profile.settings, request.options)
      }
      let kind = request[GalleryMethod.kind]
      let all = found.value.filter { kind == nil || $0.kind.rawValue == kind }
      let rows = TitlePage.rows(page: request[.page], pageSize: request[.pageSize]) ?? 0..<0
      return request.result(
        found.meta, ListedPicture.page, Array(all[rows.clamped(to: all.indices)]), of: all.count)
    }
  }
}

extension ProfileTitles {
  /// Of a title that the profile may see; those that it may not see are left out.
  func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    let options = suitable(options)
    try await expectVisible(key, options)
    var isKnown = true
    let found = try await self.page(page, pageSize, options) { number in
      guard
        let found = try await titles.related(key, kind, page: number, pageSize: pageSize, options)
      else {
        isKnown = false
        return FoundTitles(titles: [], total: 0, meta: Self.nothing)
      }
      return found
    }
    return isKnown ? found : nil
  }

  func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>? {
    let options = suitable(options)
    try await expectVisible(key, options)
    return try await titles.reviews(key, page: page, pageSize: pageSize, options)
  }

  func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<[ListedPicture]>? {
    let options = suitable(options)
    try await expectVisible(key, options)
    return try await titles.pictures(key, options)
  }

  /// Before anything about the title is fetched: the answer does not say whether it is for adults.
  private func expectVisible(_ key: TitleKey, _ options: FetchOptions) async throws {
    guard ageFilter != nil else { return }
    var meta = Self.nothing
    var own = options
    own.includesRelated = false
    // The certificates come with it, and the mark of a title for adults.
    guard let found = try await titles.detail(key, own) else { return }
    try await expect(found.detail.title.key, &meta, own)
    try expectNotAdult(found.detail.title, own)
  }
}
