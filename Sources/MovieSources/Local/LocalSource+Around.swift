import EventLoop
package import MovieProtocol
import MovieStore

extension LocalSource {
  /// The catalogue has no numbers of collections.
  package func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    let opened = try await whenOpened(options)
    let catalogue = opened.catalogue
    let found: CatalogueCollection? =
      switch choice {
      case .id, .title(.itunes), .title(.imdb): nil
      case .title(.tmdb(let mediaType, let id)): try await catalogue.collection(of: mediaType, id: id)
      case .name(let name): try await catalogue.collection(named: name, isCorrected: false)
      case .misspelt(let name): try await catalogue.collection(named: name, isCorrected: true)
      }
    guard let found else { return nil }
    var collection = FilmCollection(id: nil, name: found.name)
    collection.parts = found.titles.prefix(FilmCollection.maxParts).map { Title($0) }
    collection.isPartial = true
    var meta = opened.meta(of: found.titles)
    meta.corrected = found.corrected
    return Found(collection, meta: meta)
  }

  /// So many of each list can be told apart.
  private static let maxRelated = 60

  package func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? {
    guard case .tmdb(let mediaType, let id) = key else { return nil }
    let opened = try await whenOpened(options)
    guard try await opened.catalogue.title(mediaType, id: id) != nil else { return nil }
    let found = try await opened.catalogue.related(to: mediaType, id: id, limit: Self.maxRelated)
    let all = kind == .similar ? found.similar : found.recommendations
    let rows = (TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0).clamped(to: all.indices)
    return FoundTitles(titles: all[rows].map { Title($0) }, total: all.count, meta: opened.meta(of: all))
  }

  package func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? {
    var options = options
    options.includesRelated = false
    guard let found = try await detail(key, options) else { return nil }
    let title = found.detail.title
    let pictures =
      [(ImageKind.poster, title.posterPath), (.backdrop, title.backdropPath), (.logo, found.detail.logoPath)]
      .compactMap { kind, path in path.map { ListedPicture(kind, $0) } }
    return Found(TitlePictures(title, pictures), meta: found.meta)
  }

  package func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? {
    switch target {
    case .title(let key):
      var options = options
      options.includesRelated = false
      return try await detail(key, options).map { Found(FoundByID([$0.detail.title]), meta: $0.meta) }
    case .words(let words):
      let found = try await search(SearchParams(q: words, nil, year: nil, pageSize: 1), options)
      return Found(FoundByID(found.titles), meta: found.meta)
    case .person, .imdbName, .tvdb, .wikidata: return nil
    }
  }
}
