import EventLoop
import JSONRPC
package import MovieProtocol

extension TMDBSource {
  package func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    guard let (mediaType, id) = try await number(key, options) else { return nil }
    let wanted = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    return try await ofTitle {
      try await translated(options) {
        let (first, pages) = try await pages(of: wanted, mayMiss: true, options) { page in
          Endpoint<TMDBPage>.related(mediaType, id, kind, page: page, language: options.language)
        }
        return Self.join(pages, from: first, wanted, options)
      }
    }
  }

  package func reviews(
    _ key: TitleKey, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> Found<ReviewList>? {
    guard let (mediaType, id) = try await number(key, options) else { return nil }
    func reviews(_ language: String) async throws -> Found<ReviewList>? {
      let wanted = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
      return try await ofTitle {
        let (first, pages) = try await pages(of: wanted, mayMiss: true, options) { page in
          Endpoint<TMDBReviews>.reviews(mediaType, id, page: page, language: language)
        }
        let rows = pages.enumerated().flatMap { index, page in
          page.answer.reviews.enumerated().map {
            (place: (first - 1 + index) * TMDBPage.size + $0.offset, review: $0.element)
          }
        }
        let shown = rows.filter { wanted.contains($0.place) }.compactMap(\.review)
        let total = pages.map(\.answer.total).min() ?? 0
        return Found(ReviewList(shown, total: total), meta: .joined(pages.map(\.tmdbMeta)))
      }
    }
    let found = try await reviews(options.language)
    guard found?.value.total == 0, Video.language(of: options.language) != "en" else { return found }
    return try await reviews("en-US")
  }

  /// Of the request that `detail` sends as well.
  package func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    guard let fetched = try await fetchDetail(key, options) else { return nil }
    let languages: [String?] = [Video.language(of: options.language), nil]
    func rank(_ picture: ListedPicture) -> Int {
      languages.firstIndex(of: picture.language) ?? languages.count
    }
    let pictures = fetched.answer.pictures.enumerated().sorted { one, other in
      let kinds = (
        Self.kinds.firstIndex(of: one.element.kind) ?? 0, Self.kinds.firstIndex(of: other.element.kind) ?? 0
      )
      return (kinds.0, rank(one.element), one.offset) < (kinds.1, rank(other.element), other.offset)
    }.map(\.element)
    return Found(TitlePictures(fetched.answer.detail.title, pictures), meta: fetched.tmdbMeta)
  }

  private static let kinds: [ImageKind] = [.poster, .backdrop, .logo]

  /// The title's number; nil: TMDB has none.
  private func number(_ key: TitleKey, _ options: FetchOptions) async throws -> (Title.MediaType, Int)? {
    switch key {
    case .tmdb(let mediaType, let id): return (mediaType, id)
    case .imdb(let imdb):
      guard let endpoint = Endpoint<TMDBFound>.find(imdbID: imdb, language: options.language) else {
        return nil
      }
      return try await fetchList(endpoint, options).answer.names.first.map { ($0.mediaType, $0.id) }
    case .itunes: return nil
    }
  }

  /// Nil if TMDB has no such title.
  private func ofTitle<Answer>(_ fetch: () async throws -> Answer?) async throws -> Answer? {
    do {
      return try await fetch()
    } catch let error as RPCError where error.kind == .notFound {
      return nil
    }
  }
}

extension Endpoint where Answer == TMDBPage {
  /// https://developer.themoviedb.org/reference/movie-similar and movie-recommendations
  static func related(
    _ mediaType: Title.MediaType, _ id: Int, _ kind: RelatedMethod.Kind, page: Int, language: String
  ) -> Endpoint {
    let list = kind == .similar ? "similar" : "recommendations"
    return Endpoint(
      .tmdb, "/\(mediaType.rawValue)/\(id)/\(list)",
      [QueryItem("language", language), QueryItem("page", String(page))], kind: .list
    ) { body throws(UndecodableAnswer) in try TMDBPage(body, of: mediaType) }
  }
}

/// https://developer.themoviedb.org/reference/movie-reviews
struct TMDBReviews: Sendable, TMDBPaged {
  /// Nil: an unreadable row.
  let reviews: [Review?]
  let total: Int

  /// Twenty of them stay under 64 KiB.
  private static let maxContent = 2600

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["results"]?.arrayValue != nil else { throw UndecodableAnswer("the response has no results") }
    reviews = json.items("results", max: TMDBPage.size).map { item in
      guard let content = item.text("content", max: Self.maxContent) else { return nil }
      var review = Review(author: item.text("author", max: 100) ?? "?", content: content)
      review.rating = item["author_details"]?.number("rating", in: 0...10)
      review.createdAt = item["created_at"]?.stringValue.flatMap { Timestamp($0) }
      review.url = item.link("url")
      return review
    }
    total = TMDBPage.total(json) ?? reviews.count
  }
}

extension Endpoint where Answer == TMDBReviews {
  static func reviews(_ mediaType: Title.MediaType, _ id: Int, page: Int, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/\(mediaType.rawValue)/\(id)/reviews",
      [QueryItem("language", language), QueryItem("page", String(page))], kind: .list
    ) { body throws(UndecodableAnswer) in try TMDBReviews(body) }
  }
}
