import EventLoop
import JSONRPC
package import MovieProtocol
import MovieStore

extension TMDBSource {
  package func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? {
    switch target {
    case .title(.itunes): return nil
    case .title(.tmdb(let mediaType, let id)):
      do {
        let fetched = try await fetcher.fetch(.detail(mediaType, id, language: options.language), options)
        return Found(FoundByID([fetched.answer.detail.title]), meta: fetched.tmdbMeta)
      } catch let error as RPCError where error.kind == .notFound {
        return nil
      }
    case .person:
      guard case .person(let key) = target, let found = try await person(.key(key), options) else {
        return nil
      }
      return Found(FoundByID([], people: [found.value.detail.person]), meta: found.meta)
    case .words(let words):
      return try await find(named: words, options)
    case .title(.imdb(let id)), .imdbName(let id): return try await find(id, "imdb_id", options)
    case .tvdb(let number): return try await find(String(number), "tvdb_id", options)
    case .wikidata(let id): return try await find(id, "wikidata_id", options)
    }
  }

  /// The words of an address are a name, and may end with the year.
  private func find(named words: String, _ options: FetchOptions) async throws -> Found<FoundByID> {
    var options = options
    options.takesNamesOnly = true
    var metas: [Meta] = []
    for reading in TitleName(words)?.readings ?? [] {
      let found = try await search(
        SearchParams(q: reading.words, .movie, year: reading.year, pageSize: 1), options)
      metas.append(found.meta)
      if !found.titles.isEmpty { return Found(FoundByID(found.titles), meta: .joined(metas)) }
    }
    return Found(FoundByID([]), meta: .joined(metas))
  }

  /// - Parameter id: letters and digits only, because it becomes part of a path.
  private func find(_ id: String, _ source: String, _ options: FetchOptions) async throws -> Found<FoundByID>
  {
    async let names = genreNames(options)
    let fetched = try await fetchList(
      .find(id, in: source, language: options.language), options)
    let translated = try await names
    let titles = fetched.answer.titles.filter { options.includesAdult || !$0.isAdult }
    let people = fetched.answer.people.filter { options.includesAdult || !$0.isAdult }
    return Found(
      FoundByID(titles.map { translated.applied(to: $0) }, people: people), meta: fetched.tmdbMeta)
  }
}
