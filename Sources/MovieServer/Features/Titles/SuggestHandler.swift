import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `suggest`: see `MovieProtocol/Methods/Suggest.swift`.
@LoopActor
enum SuggestHandler {
  static let handlers = [MethodHandler(SuggestMethod.self, .waiting(answer), isCacheable: true)]

  static func answer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = SuggestParams(request.arguments)
    return try await request.cached {
      let found = try await request.titles.suggest(params, request.options)
      return request.result(reserving: 256 * (found.titles.count + 1), found.meta) {
        Title.suggestions.write(found.titles, into: &$0)
      }
    }
  }
}
