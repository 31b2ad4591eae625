import EventLoop
import MovieProtocol
import MovieSources

/// `browse`: see `MovieProtocol/Methods/Browse.swift`.
@LoopActor
enum BrowseHandler {
  static let handlers = [MethodHandler(BrowseMethod.self, .waiting(answer), isCacheable: true)]

  static func answer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = try BrowseParams(request.arguments)
    return try await request.cached {
      let found = try await request.titles.browse(params, request.options)
      call.server.profiles.renew(found, language: request.options.language)
      return request.page(found, of: params.list, page: params.page, pageSize: params.pageSize)
    }
  }
}
