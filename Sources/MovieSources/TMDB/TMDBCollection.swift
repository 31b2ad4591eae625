import EventLoop
import JSONRPC
package import MovieProtocol
import TitleIndex

/// https://developer.themoviedb.org/reference/collection-details
struct TMDBCollection: Sendable {
  var collection: FilmCollection

  init(_ body: [UInt8], _ id: Int) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json.id() == id, let name = json.text("name", max: 200) else {
      throw UndecodableAnswer("the response has no name, or is about another collection")
    }
    collection = FilmCollection(id: id, name: name)
    collection.overview = json.text("overview", max: 3000)
    collection.posterPath = json.imagePath("poster_path")
    collection.backdropPath = json.imagePath("backdrop_path")
    let parts = json.items("parts", max: FilmCollection.maxParts).compactMap { part -> Title? in
      guard var title = TMDBRow(part, of: .movie)?.title else { return nil }
      title.clip(.related)
      return title
    }
    collection.parts = parts.enumerated().sorted { one, other in
      (one.element.releaseDate ?? "~", one.offset) < (other.element.releaseDate ?? "~", other.offset)
    }.map(\.element)
  }
}

/// `{"results":[{"id":10,"name":"Star Wars Collection"}]}`,
/// https://developer.themoviedb.org/reference/search-collection
struct TMDBCollections: Sendable {
  /// In TMDB's order.
  let named: [(id: Int, name: String)]

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["results"]?.arrayValue != nil else { throw UndecodableAnswer("the response has no results") }
    named = json.items("results", max: 20).compactMap { item in
      item.id().map { ($0, item.text("name", max: 200) ?? "") }
    }
  }

  /// The best match; nil: there is none. One whose name has no other words goes first.
  func best(_ name: String) -> Int? {
    let words = NameWords(name)
    return (named.first { words?.match($0.name)?.isWhole == true } ?? named.first)?.id
  }
}

extension Endpoint where Answer == TMDBCollection {
  static func collection(_ id: Int, language: String) -> Endpoint {
    Endpoint(.tmdb, "/collection/\(id)", [QueryItem("language", language)], kind: .detail) {
      body throws(UndecodableAnswer) in try TMDBCollection(body, id)
    }
  }
}

extension Endpoint where Answer == TMDBCollections {
  static func collections(_ q: String, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/search/collection", [QueryItem("query", q.asQuery), QueryItem("language", language)],
      kind: .search
    ) { body throws(UndecodableAnswer) in try TMDBCollections(body) }
  }
}

extension TMDBSource {
  package func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    var searched: Meta?
    let id: Int
    switch choice {
    case .id(let given): id = given
    case .name(let name):
      let found = try await fetchList(.collections(name, language: options.language), options)
      guard let best = found.answer.best(name) else { return nil }
      (id, searched) = (best, found.tmdbMeta)
    case .title(let key):
      guard let found = try await fetchDetail(key, options), let own = found.answer.detail.collection?.id
      else {
        return nil
      }
      (id, searched) = (own, found.tmdbMeta)
    case .misspelt: return nil
    }
    async let names = genreNames(options)
    let fetched: Fetched<TMDBCollection>
    do {
      fetched = try await fetcher.fetch(.collection(id, language: options.language), options)
    } catch let error as RPCError where error.kind == .notFound {
      _ = try await names
      return nil
    }
    let translated = try await names
    var collection = fetched.answer.collection
    collection.parts = collection.parts.map { translated.applied(to: $0) }
    let meta = fetched.tmdbMeta
    return Found(collection, meta: searched.map { $0.joined(meta) } ?? meta)
  }
}
