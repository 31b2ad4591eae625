import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `season`: see `MovieProtocol/Methods/Season.swift`.
@LoopActor
enum SeasonHandler {
  static let handlers = [MethodHandler(SeasonMethod.self, .waiting(season), isCacheable: true)]

  static func season(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let number = request[SeasonMethod.number]
    return try await request.cached {
      let (key, match) = try await series(call)
      guard key.mediaType ?? .tv == .tv else {
        throw RPCError.parameter(
          "key", .filmHasNoSeasons(match?.name ?? key.text), expected: "the key of a series",
          Advice(.seeFilm, .method(DetailMethod.method.name, params: [JSONMember("key", .string(key.text))])))
      }
      guard let found = try await request.titles.season(key, number: number, request.options) else {
        throw request.profile.settings.tmdbKey == nil
          ? RPCError.needsTMDB(.theEpisodes)
          : RPCError.unknown(key, request.profile.settings, request.options, found: match)
      }
      guard let season = found.value.season else {
        let key = found.value.series.key
        throw RPCError(
          .notFound, .noSeason(key.text, number),
          Advice(
            .seeSeasons, .method(DetailMethod.method.name, params: [JSONMember("key", .string(key.text))])),
          details: ["resource": "season"])
      }
      // What words find may be another series the next time.
      return request.result(reserving: 32_768, found.meta, isCacheable: match == nil) {
        SeasonMethod.answer.write((season, match), into: &$0)
      }
    }
  }
}

extension SeasonHandler {
  /// If words find no series, the film that they find.
  private static func series(_ call: Call) async throws -> (key: TitleKey, match: BestMatch?) {
    let resolver = TitleResolver(call)
    do {
      return try await resolver.shown(of: .tv)
    } catch let error as RPCError where error.kind == .notFound {
      guard let film = try? await resolver.shown(of: .movie) else { throw error }
      return film
    }
  }
}

extension ProfileTitles {
  /// Of a series that the profile may see.
  func season(_ key: TitleKey, number: Int, _ options: FetchOptions) async throws -> Found<FoundSeason>? {
    try await visible(key, options) { options in
      try await titles.season(key, number: number, options)
    } about: {
      $0.series
    }
  }
}
