import EventLoop
package import MovieProtocol
import MovieStore

extension LocalSource {
  /// A downloaded title has more data than the catalogue, which has more than a list.
  package func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    let (own, isUnread) = await ownDetail(of: key, options)
    if own?.isPartial ?? true, var known = try await catalogueDetail(key, options) {
      if isUnread { known.meta.expireNow() }
      return known
    }
    return own.map { FoundDetail(detail: $0, meta: Self.meta(of: $0)) }
  }

  package func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? {
    let (own, isUnread) = await ownDetail(of: params.key, options)
    if own.map({ $0.isPartial && $0.videos.isEmpty }) ?? true,
      var known = try await catalogueVideos(params, options)
    {
      if isUnread { known.meta.expireNow() }
      return known
    }
    return own.map { videos(of: $0, params) }
  }

  private func catalogueDetail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    let opened = try await whenOpened(options)
    guard let row = try await row(key, opened) else { return nil }
    var detail = TitleDetail(Title(row))
    detail.runtime = row.runtime
    detail.cast = row.cast.map { TitleDetail.CastMember(name: $0) }
    if row.mediaType == .movie {
      detail.directors = row.director
      detail.crew = row.director.map { TitleDetail.CrewMember(name: $0, job: "Director") }
    } else {
      detail.creators = row.director
    }
    detail.collection = row.collection.map { TitleDetail.Collection(id: nil, name: $0) }
    detail.keywords = row.keywords
    detail.networks = row.networks.map { Company(id: nil, name: $0) }
    if row.mediaType == .movie {
      detail.productionCountries = row.countries.compactMap { code in
        Countries.name(code).map { NamedCode(code: code, name: $0) }
      }
    }
    detail.isPartial = true
    guard options.includesRelated else { return FoundDetail(detail: detail, meta: opened.meta(of: [row])) }
    let related = try await opened.catalogue.related(
      to: row.mediaType, id: row.id, limit: TitleDetail.Most.related)
    detail.similar = related.similar.map { Title($0) }
    detail.recommendations = related.recommendations.map { Title($0) }
    let meta = opened.meta(of: [row] + related.similar + related.recommendations)
    return FoundDetail(detail: detail, meta: meta)
  }

  private func catalogueVideos(
    _ params: TrailerParams, _ options: FetchOptions
  ) async throws -> FoundVideos? {
    let opened = try await whenOpened(options)
    guard let row = try await row(params.key, opened) else { return nil }
    let title = Title(row)
    let videos = params.types.contains(.search) ? [Video(searchFor: title)] : []
    return FoundVideos(
      key: title.key, title: title.title, videos: videos, about: title,
      meta: opened.meta(of: [row]))
  }

  private func row(_ key: TitleKey, _ opened: LocalCatalogue) async throws -> CatalogueTitle? {
    let row: CatalogueTitle? =
      switch key {
      case .tmdb(let mediaType, let id): try await opened.catalogue.title(mediaType, id: id)
      case .imdb(let id): try await opened.catalogue.title(imdb: id)
      case .itunes: nil
      }
    if let row { return row }
    // A title on the list of winners can be opened.
    guard case .tmdb(.movie, let id) = key else { return nil }
    return BestPicture.winners.first { $0.id == id }.map(CatalogueTitle.init)
  }
}

extension Video {
  /// A page of search results, for a title without any known video.
  init(searchFor title: Title) {
    let words = title.trailerWords
    self.init(
      name: words, type: .search, site: "youtube",
      url: "https://www.youtube.com/results?search_query=" + PercentEncoding.encode(words))
  }
}
