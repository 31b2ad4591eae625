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
      let (key, match) = try await TitleResolver(call).shown(of: .tv)
      guard key.mediaType ?? .tv == .tv else {
        throw RPCError.parameter(
          "key", .filmHasNoSeasons(key.text), expected: "the key of a series", .searchForTitle)
      }
      guard let found = try await request.titles.season(key, number: number, request.options) else {
        throw request.profile.settings.tmdbKey == nil
          ? RPCError.needsTMDB(.theEpisodes)
          : RPCError.unknown(key, request.profile.settings, request.options)
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
