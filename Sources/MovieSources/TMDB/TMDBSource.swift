package import EventLoop
import JSONRPC
package import MovieProtocol
import MovieStore

/// Titles from TMDB: https://developer.themoviedb.org/docs. Needs a key, which its fetcher adds.
@LoopActor
package final class TMDBSource: MovieSource {
  let fetcher: any Fetcher

  package init(fetcher: any Fetcher) { self.fetcher = fetcher }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    let found = try await named(params, options)
    // A title that is matched has to have the name.
    guard found.total == 0, options.priority == .interactive, !options.takesNamesOnly else { return found }
    do {
      guard let described = try await described(params, options), described.total > 0 else { return found }
      return described
    } catch let error as CancellationError {
      throw error
    } catch {
      // There may be titles: the next request asks again.
      var found = found
      found.meta.expireNow()
      return found
    }
  }

  private func named(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    func endpoint(_ mediaType: Title.MediaType?, _ page: Int) -> Endpoint<TMDBPage> {
      .search(
        params.q, mediaType, year: params.year, includesAdult: options.includesAdult, page: page,
        language: options.language)
    }
    // TMDB supports no year when films and series are searched at once.
    guard params.year != nil, params.mediaType == nil else {
      return try await titles(page: params.page, pageSize: params.pageSize, options) {
        endpoint(params.mediaType, $0)
      }
    }
    return try await translated(options) {
      try await rowsOfBoth(page: params.page, pageSize: params.pageSize, options, endpoint)
    }
  }

  package func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    let mediaType = params.mediaType.mediaType
    let certificates = try await certificates(params, options)
    if let certificates, var filters = TMDBFilters(params.list, options) {
      filters.certificates = certificates
      return try await discover(params, filters, options)
    }
    let list: Endpoint<TMDBPage>.List
    switch params.list {
    case .trending:
      return try await titles(page: params.page, pageSize: params.pageSize, options, isLong: true) { page in
        .trending(mediaType, params.window, page: page, language: options.language)
      }
    case .discover:
      var params = params
      params.genre = try await inEnglish(params.genre, mediaType ?? .movie, options)
      var filters = try TMDBFilters(params, options)
      filters.certificates = certificates
      if let words = certificates?.words, let asked = params.filters.certification {
        // Only what the age limit allows, too.
        guard words.contains(asked), certificates?.country == filters.region else {
          return FoundTitles(
            titles: [], total: 0, meta: Meta(source: .tmdb, cache: .none, attribution: ["TMDB"]))
        }
        filters.certificates = .init(country: filters.region, words: [asked])
      }
      return try await discover(params, filters, options)
    case .popular: list = .popular
    case .topRated: list = .topRated
    case .upcoming: list = .upcoming
    case .nowPlaying: list = mediaType == .tv ? .onTheAir : .nowPlaying
    case .airingToday: list = .airingToday
    case .onTheAir: list = .onTheAir
    case .daily, .award, .recommended, .downloaded:
      throw RPCError(.internalError, .notListOfTMDB(params.list.rawValue))
    }
    return try await titles(
      page: params.page, pageSize: params.pageSize, options, isLong: list == .popular || list == .topRated
    ) { page in
      .list(list, mediaType ?? .movie, page: page, language: options.language, region: options.region)
    }
  }

  private func discover(
    _ params: BrowseParams, _ filters: TMDBFilters, _ options: FetchOptions
  ) async throws -> FoundTitles {
    var found = try await titles(
      page: params.page, pageSize: params.pageSize, options, keeping: filters.fits
    ) { page in
      .discover(params.mediaType.mediaType ?? .movie, filters, page: page, language: options.language)
    }
    found.isWithinLimit = filters.certificates != nil
    if filters.providers != nil || filters.offer != nil { found.meta.attribution.append("JustWatch") }
    return found
  }

  /// One page of titles, in the requested language.
  func titles(
    page: Int, pageSize: Int, _ options: FetchOptions, isLong: Bool = false,
    keeping: (Title) -> Bool = { _ in true },
    _ endpoint: (Int) -> Endpoint<TMDBPage>
  ) async throws -> FoundTitles {
    try await translated(options, keeping: keeping) {
      try await rows(page: page, pageSize: pageSize, options, isLong: isLong, endpoint)
    }
  }

  func translated(
    _ options: FetchOptions, keeping: (Title) -> Bool = { _ in true }, _ rows: () async throws -> FoundTitles
  ) async throws -> FoundTitles {
    async let names = genreNames(options)
    var found = try await rows()
    let translated = try await names
    found.titles = found.titles.filter(keeping).map { translated.applied(to: $0) }
    return found
  }

  /// Nil if it fails, but not if it is cancelled: the result is useful without it.
  func fetchIfPossible<Answer>(
    _ endpoint: Endpoint<Answer>, _ options: FetchOptions
  ) async throws -> Fetched<Answer>? {
    do {
      return try await fetcher.fetch(endpoint, options)
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }

  /// The cached response, if it is no older than `maxAge`; sends no request.
  func cached<Answer>(
    _ endpoint: Endpoint<Answer>, _ options: FetchOptions, maxAge: Duration?
  ) async throws -> Fetched<Answer>? {
    var own = options
    (own.isCacheOnly, own.maxAge) = (true, nil)
    guard let fetched = try await fetchIfPossible(endpoint, own),
      maxAge.map({ Timestamp.now - fetched.fetchedAt <= $0 }) ?? true
    else { return nil }
    return fetched
  }

  /// For lists that must exist: if the response is "not found", the server is not TMDB.
  func fetchList<Answer>(_ endpoint: Endpoint<Answer>, _ options: FetchOptions) async throws -> Fetched<
    Answer
  > {
    do {
      return try await fetcher.fetch(endpoint, options)
    } catch let error as RPCError where error.kind == .notFound {
      throw RPCError.unavailable(
        .tmdb, .upstreamError, .notFoundAtTMDB(endpoint.path),
        Advice(.checkBaseURL(Setting.tmdbAddress.name), .setting(Setting.tmdbAddress.name)))
    }
  }
}

extension Fetched {
  var tmdbMeta: Meta { meta(.tmdb, attribution: ["TMDB"]) }
}

extension Meta {
  /// For a result made of several responses.
  static func joined(_ metas: [Meta]) -> Meta {
    metas.dropFirst().reduce(metas.first ?? Meta(source: .tmdb, cache: .none, attribution: ["TMDB"])) {
      $0.joined($1)
    }
  }
}
