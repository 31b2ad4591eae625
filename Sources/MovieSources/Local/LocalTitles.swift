package import EventLoop
package import MovieProtocol
import MovieStore

/// Titles known without the network: those of the catalogue, then the user's titles that it lacks.
@LoopActor
package final class LocalTitles: TitleService {
  private let catalogue: LocalSource
  private let kept: any StoredTitles

  package init(_ catalogue: LocalSource, _ kept: any StoredTitles) {
    (self.catalogue, self.kept) = (catalogue, kept)
  }

  package var count: Int { catalogue.count }
  package var asOf: String? { catalogue.asOf }
  package var status: UpstreamStatus { catalogue.status }

  package func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    try await joined(
      try await catalogue.search(params, options), params.q, params.mediaType, params.year,
      TitlePage.rows(page: params.page, pageSize: params.pageSize))
  }

  package func suggest(_ params: SuggestParams) async throws -> FoundTitles {
    try await joined(
      try await catalogue.suggest(params), params.q, params.mediaType, nil, 0..<params.limit)
  }

  package func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles {
    guard params.list == .downloaded else { return try await catalogue.browse(params, options) }
    let rows = TitlePage.rows(page: params.page, pageSize: params.pageSize) ?? 0..<0
    let found = try await kept.downloaded(params.mediaType.mediaType, rows: rows)
    return FoundTitles(titles: found.titles, total: found.total, meta: Self.meta(of: found.titles))
  }

  /// A downloaded title has more data than the catalogue, which has more than a list.
  package func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    let (own, isUnread) = await own(key)
    if own?.isPartial ?? true, var known = try await catalogue.detail(key, options) {
      if isUnread { known.meta.expireNow() }
      return known
    }
    return own.map { FoundDetail(detail: $0, meta: Self.meta(of: $0)) }
  }

  package func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    let (own, isUnread) = await own(params.key)
    guard let own, !own.isPartial || !own.videos.isEmpty else {
      if var known = try await catalogue.videos(params, options) {
        if isUnread { known.meta.expireNow() }
        return known
      }
      return own.map { found($0, params) }
    }
    return found(own, params)
  }

  /// The user's own data of a title. If it cannot be read now, the result omits it and is not cached: the
  /// next request may be able to read it.
  private func own(_ key: TitleKey) async -> (detail: TitleDetail?, isUnread: Bool) {
    guard !kept.isEmpty else { return (nil, false) }
    do {
      return (try await kept.detail(key), false)
    } catch {
      return (nil, true)
    }
  }

  private func found(_ own: TitleDetail, _ params: TrailerParams) -> FoundVideos {
    var videos = own.videos.best(params.types, language: params.language)
    if params.types.contains(.search), !videos.contains(where: { $0.type == .search }) {
      videos.append(Video(searchFor: own.title))
    }
    return FoundVideos(
      key: own.title.key, title: own.title.title, videos: videos,
      about: own.title.id == nil ? nil : own.title, meta: Self.meta(of: own))
  }

  /// - Parameter rows: nil past the last possible row of any list.
  private func joined(
    _ found: FoundTitles, _ q: String, _ mediaType: Title.MediaType?, _ year: Int?, _ rows: Range<Int>?
  ) async throws -> FoundTitles {
    guard !kept.isEmpty, let question = TitleQuestion(q) else { return found }
    var found = found
    let own: [Title]
    do {
      own = try await kept.search(question, mediaType, year: year)
    } catch {
      found.meta.expireNow()
      return found
    }
    let more = try await lacking(own, question, mediaType, year)
    guard !more.isEmpty else { return found }
    if let rows {
      let begin = max(0, rows.lowerBound - found.total)
      let shown = more.dropFirst(begin).prefix(max(0, rows.count - found.titles.count))
      if found.titles.isEmpty, !shown.isEmpty {
        found.meta = Self.meta(of: Array(shown))
      } else if !shown.isEmpty, found.meta.attribution.isEmpty {
        found.meta.attribution = ["TMDB"]
      }
      found.titles += shown
    }
    found.total += more.count
    return found
  }

  /// Titles that the catalogue does not find: it may have the same title, but in another language.
  private func lacking(
    _ titles: [Title], _ question: TitleQuestion, _ mediaType: Title.MediaType?, _ year: Int?
  ) async throws -> [Title] {
    let numbered = titles.compactMap { title in title.id.map { (title.key, title.mediaType, $0) } }
    guard !numbered.isEmpty else { return titles }
    let rows = try await catalogue.whenOpened().catalogue.titles(
      numbered.map { (CatalogueTitle.MediaType($0.1), $0.2) })
    var found: Set<String> = []
    for (title, row) in zip(numbered, rows) {
      guard let row, year == nil || row.year == year,
        question.match(title: row.title, original: row.originalTitle) != nil
      else { continue }
      found.insert(title.0)
    }
    return titles.filter { !found.contains($0.key) }
  }

  private static func meta(of detail: TitleDetail) -> Meta {
    var meta = meta(of: [detail.title])
    if detail.whereToWatch?.isEmpty == false { meta.attribution.append("JustWatch") }
    return meta
  }

  private static func meta(of titles: [Title]) -> Meta {
    Meta(
      source: .library, cache: .none,
      attribution: titles.contains { $0.id != nil } ? ["TMDB"] : [])
  }
}

extension Meta {
  /// The result may be returned, but not cached.
  mutating func expireNow() { expire(at: Timestamp.milliseconds()) }
}

// The tables are built into the program.
extension LocalTitles {
  package func genres(
    _ mediaTypes: [Title.MediaType], _ options: FetchOptions
  ) async throws -> Found<[Genre]> {
    try await catalogue.genres(mediaTypes, options)
  }

  package func countries(_ options: FetchOptions) async throws -> Found<[Country]> {
    try await catalogue.countries(options)
  }

  package func languages(_ options: FetchOptions) async throws -> Found<[Language]> {
    try await catalogue.languages(options)
  }

  package func providers(_ params: ProvidersParams, _ options: FetchOptions) async throws -> Found<
    ProviderPage
  > {
    try await catalogue.providers(params, options)
  }
}
