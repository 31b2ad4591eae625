import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `collection`: see `MovieProtocol/Methods/Collection.swift`.
@LoopActor
enum CollectionHandler {
  static let handlers = [MethodHandler(CollectionMethod.self, .waiting(collection), isCacheable: true)]

  static func collection(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let choice = try CollectionChoice(request.arguments)
    return try await request.cached {
      guard let found = try await request.titles.meant(choice, request.options) else {
        throw unknown(choice, request)
      }
      return request.result(reserving: 16_384, found.meta) { found.value.write(into: &$0) }
    }
  }

  private static func unknown(_ choice: CollectionChoice, _ request: TitleRequest) -> RPCError {
    let message: Message =
      switch choice {
      case .id(let id): .noCollection(String(id))
      case .title(let key): .inNoCollection(key.text)
      case .name(let name), .misspelt(let name): .noCollectionCalled(Spelling.shortened(name))
      }
    let advice =
      request.profile.settings.tmdbKey == nil
      ? Advice(.searchedLocally(Setting.tmdbKey.name), .setting(Setting.tmdbKey.name)) : nil
    return RPCError(.notFound, message, advice, details: ["resource": "collection"])
  }
}

extension ProfileTitles {
  /// Of a name that no collection has, that of the film that is called so, else one that is spelt nearly so.
  fileprivate func meant(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    if let found = try await collection(choice, options) { return found }
    guard case .name(let text) = choice else { return nil }
    if let name = TitleName(text), let films = try await named(name, options),
      let film = films.first(where: { $0.title.mediaType == .movie })?.title.key,
      let found = try await collection(.title(film), options)
    {
      return found
    }
    return try await collection(.misspelt(text), options)
  }

  /// Without the parts that are hidden, and without the text and the pictures that may be of them.
  func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? {
    let options = suitable(options)
    if case .title(let key) = choice {
      var own = options
      own.includesRelated = false
      let film = try await visible(key, own) { options in
        try await titles.detail(key, options).map { Found($0.detail.title, meta: $0.meta) }
      } about: {
        $0
      }
      guard film != nil else { return nil }
    }
    guard let found = try await titles.collection(choice, options) else { return nil }
    var (collection, meta) = (found.value, found.meta)
    let all = collection.parts.count
    collection.parts.removeAll { $0.isAdult && !options.includesAdult }
    collection.parts = profile.marked(try await filter(collection.parts, &meta, options))
    if collection.parts.count < all {
      // Not even its name, if there is nothing else to see.
      if collection.parts.isEmpty {
        guard let ageFilter else { return nil }
        throw ageFilter.forbidden(collection.id.map(FilmCollection.text) ?? "collection", isUnknown: true)
      }
      (collection.overview, collection.posterPath, collection.backdropPath) = (nil, nil, nil)
    }
    profile.pictures.record(collection.parts)
    return Found(collection, meta: meta)
  }
}
