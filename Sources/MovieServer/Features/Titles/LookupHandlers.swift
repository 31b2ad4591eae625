import EventLoop
import MovieProtocol
import MovieSources

/// `genres`, `countries`, `languages` and `providers`: see `MovieProtocol/Methods/Lookups.swift` and
/// `Providers.swift`.
@LoopActor
enum LookupHandlers {
  static let handlers = [
    handler(GenresMethod.self, Genre.list) { request in
      let mediaTypes = request[.mediaChoice].mediaType.map { [$0] } ?? Title.MediaType.allCases
      return try await request.call.server.titles.genres(mediaTypes, request.options)
    },
    handler(CountriesMethod.self, Country.list) { try await $0.call.server.titles.countries($0.options) },
    handler(LanguagesMethod.self, Language.list) { try await $0.call.server.titles.languages($0.options) },
    MethodHandler(ProvidersMethod.self, .waiting(providers), isCacheable: true),
  ]

  private static func handler<Row>(
    _ method: any RPCMethod.Type, _ shape: Shape<[Row]>,
    _ find: @escaping @LoopActor @Sendable (TitleRequest) async throws -> Found<[Row]>
  ) -> MethodHandler {
    let body: MethodHandler.Waiting = { call in
      let request = try TitleRequest(call)
      return try await request.cached {
        let found = try await find(request)
        return request.result(reserving: 32_768, found.meta) { shape.write(found.value, into: &$0) }
      }
    }
    return MethodHandler(method, .waiting(body), isCacheable: true)
  }

  static func providers(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = ProvidersParams(request.arguments)
    return try await request.cached {
      let found = try await call.server.titles.providers(params, request.options)
      let page = Page(
        of: found.value, page: request[.page], pageSize: request[.pageSize],
        revision: ListRevision.text(of: found.value.map { String($0.id) }))
      return request.result(reserving: 8192, found.meta) { Provider.page.write(page, into: &$0) }
    }
  }
}
