import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `browse` and `discover`: see `MovieProtocol/Methods/Browse.swift`.
@LoopActor
enum BrowseHandler {
  static let handlers = [
    MethodHandler(
      BrowseMethod.self,
      .waiting { try await answer($0) { args throws(RPCError) in try BrowseParams(args) } },
      isCacheable: true),
    MethodHandler(
      DiscoverTitlesMethod.self,
      .waiting { try await answer($0) { args throws(RPCError) in try BrowseParams(discover: args) } },
      isCacheable: true),
  ]

  private static func answer(
    _ call: Call, _ read: (Arguments) throws(RPCError) -> BrowseParams
  ) async throws -> Response {
    let request = try TitleRequest(call)
    let params = try read(request.arguments)
    return try await request.cached {
      let found = try await request.titles.browse(params, request.options)
      call.server.profiles.renew(found, language: request.options.language)
      return request.page(found, of: params.list, page: params.page, pageSize: params.pageSize)
    }
  }
}
