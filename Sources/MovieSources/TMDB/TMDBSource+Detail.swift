import EventLoop
import JSONRPC
package import MovieProtocol

extension TMDBSource {
  package func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    async let names = genreNames(options)
    guard let fetched = try await fetchDetail(key, options) else {
      _ = try await names
      return nil
    }
    var meta = fetched.tmdbMeta
    let answer = fetched.answer
    var detail = answer.detail
    detail.videos = Array(
      answer.videos.best(Video.Kind.allCases, language: options.language).prefix(TitleDetail.Most.videos))
    detail.logoPath = answer.logoPath(language: options.language)
    detail.certification = answer.certification(in: options.region)
    // The year stays that of the first release, by which a title is known.
    detail.title.releaseDate = answer.releaseDate(in: options.region) ?? detail.title.releaseDate
    detail.whereToWatch = answer.whereToWatch(in: options.countries)
    if detail.whereToWatch != nil { meta.attribution.append("JustWatch") }
    let translated = try await names
    func related(_ rows: [TMDBRow]) -> [Title] {
      rows.lazy.filter { options.includesAdult || !$0.title.isAdult }.prefix(TitleDetail.Most.related)
        .map { translated.applied(to: $0.title) }
    }
    detail.similar = related(answer.similar)
    detail.recommendations = related(answer.recommendations)
    try await addEnglish(to: &detail, &meta, options)
    detail.fit()
    return FoundDetail(detail: detail, meta: meta)
  }

  package func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    var options = options
    options.language = params.language
    // The same request as for the detail, which a client has often sent before.
    guard let fetched = try await fetchDetail(params.key, options) else { return nil }
    let title = fetched.answer.detail.title
    var meta = fetched.tmdbMeta
    var videos = fetched.answer.videos
    if let english = try await englishVideos(besides: fetched.answer, params, options) {
      videos += english.answer.videos
      meta = meta.joined(english.tmdbMeta)
    }
    if params.types.contains(.search) { videos.append(Video(searchFor: title)) }
    return FoundVideos(
      key: title.key, title: title.title, videos: videos.best(params.types, language: params.language),
      about: title, meta: meta)
  }

  /// English videos come with the others if TMDB respects `include_video_language`, which it documents for
  /// series only. If the response has nothing to show instead of a trailer, they are fetched separately.
  private func englishVideos(
    besides answer: TMDBDetail, _ params: TrailerParams, _ options: FetchOptions
  ) async throws -> Fetched<TMDBDetail>? {
    let title = answer.detail.title
    guard params.types.contains(.trailer) || params.types.contains(.teaser), let id = title.id,
      Video.language(of: params.language) != "en",
      !answer.videos.contains(where: { $0.type == .trailer || $0.type == .teaser })
    else { return nil }
    return try await fetchIfPossible(.detail(title.mediaType, id, language: "en-US"), options)
  }

  /// - Returns: nil if TMDB has no such title.
  func fetchDetail(_ key: TitleKey, _ options: FetchOptions) async throws -> Fetched<TMDBDetail>? {
    switch key {
    case .tmdb(let mediaType, let id):
      do {
        return try await fetcher.fetch(.detail(mediaType, id, language: options.language), options)
      } catch let error as RPCError where error.kind == .notFound {
        return nil
      }
    case .imdb(let id): return try await find(imdbID: id, options)
    // Its ID is Apple's.
    case .itunes: return nil
    }
  }

  private func find(imdbID: String, _ options: FetchOptions) async throws -> Fetched<TMDBDetail>? {
    guard let endpoint = Endpoint<TMDBFound>.find(imdbID: imdbID, language: options.language) else {
      return nil
    }
    let names = try await fetchList(endpoint, options).answer.names
    var first: Fetched<TMDBDetail>?
    for name in names {
      guard let fetched = try await fetchDetail(.tmdb(name.mediaType, name.id), options) else { continue }
      // If two titles have the ID, choose the one whose own detail states it.
      if names.count == 1 || fetched.answer.detail.imdbID == imdbID { return fetched }
      first = first ?? fetched
    }
    return first
  }

  /// TMDB sends "" for a text without a translation. It nearly always has an English one; if that fails, the
  /// detail is still useful.
  private func addEnglish(to detail: inout TitleDetail, _ meta: inout Meta, _ options: FetchOptions)
    async throws
  {
    guard detail.title.overview == nil, Video.language(of: options.language) != "en",
      let id = detail.title.id,
      let english = try await fetchIfPossible(
        .texts(detail.title.mediaType, id, language: "en-US"), options)
    else { return }
    detail.title.overview = english.answer.detail.title.overview
    detail.title.overviewSource = english.answer.detail.title.overviewSource
    detail.tagline = detail.tagline ?? english.answer.detail.tagline
    meta = meta.joined(english.tmdbMeta)
  }
}
