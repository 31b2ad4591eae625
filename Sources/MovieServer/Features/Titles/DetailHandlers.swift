import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `detail` and `trailer`: see `MovieProtocol/Methods/Detail.swift` and `Trailer.swift`.
@LoopActor
enum DetailHandlers {
  static let handlers = [
    MethodHandler(DetailMethod.self, .waiting(detail), isCacheable: true),
    MethodHandler(TrailerMethod.self, .waiting(trailer), isCacheable: true),
  ]

  static func detail(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let numbered = try TitleKey.byNumber(request.arguments)
    return try await request.cached {
      let (key, match) = try await TitleResolver(call).shown(numbered)
      guard let found = try await request.titles.detail(key, request.options) else {
        throw RPCError.unknown(key, request.profile.settings, request.options, found: match)
      }
      call.server.profiles.renew(found, language: request.options.language)
      let entry = await entry(found.detail.title, request)
      // What words find may be another title the next time.
      let isCacheable = match == nil && entry != nil
      return request.result(reserving: 32_768, found.meta, isCacheable: isCacheable) {
        DetailMethod.answer.write((found.detail, entry ?? nil, match), into: &$0)
      }
    }
  }

  /// What the profile stored about it; nil outside: a disk that hangs or fails must not cost the answer.
  private static func entry(_ title: Title, _ request: TitleRequest) async -> LibraryEntry?? {
    guard title.userState.isOnWatchlist else { return .some(nil) }
    let (profile, key, library) = (request.profile.name, title.key, request.call.server.profiles.library)
    do {
      return .some(
        try await library.read(within: library.extraLimit) { library throws(LibraryError) in
          try await library.entry(.watchlist, key, of: profile)
        })
    } catch {
      return nil
    }
  }

  static func trailer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let (key, match) = try await TitleResolver(call).shown()
      let params = TrailerParams(key, request.arguments)
      guard let found = try await request.titles.videos(params, request.options) else {
        throw RPCError.unknown(key, request.profile.settings, request.options, found: match)
      }
      return request.result(found.meta, isCacheable: match == nil) {
        TrailerMethod.answer.write((found.key, found.title, found.videos, match), into: &$0)
      }
    }
  }
}
