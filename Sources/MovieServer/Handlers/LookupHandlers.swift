import EventLoop
import MovieProtocol
import MovieSources

/// `genres`, `countries`, `languages` and `providers`: see `MovieProtocol/Methods/Lookups.swift` and
/// `Providers.swift`.
@LoopActor
enum LookupHandlers {
  static let handlers = [
    MethodHandler(GenresMethod.self, .waiting(genres), isCacheable: true),
    MethodHandler(CountriesMethod.self, .waiting(countries), isCacheable: true),
    MethodHandler(LanguagesMethod.self, .waiting(languages), isCacheable: true),
    MethodHandler(ProvidersMethod.self, .waiting(providers), isCacheable: true),
  ]

  static func genres(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let mediaTypes = request[.mediaChoice].mediaType.map { [$0] } ?? Title.MediaType.allCases
    return try await request.cached {
      let found = try await call.server.titles.genres(mediaTypes, request.options)
      return request.list(found, Genre.list)
    }
  }

  static func countries(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let found = try await call.server.titles.countries(request.options)
      return request.list(found, Country.list)
    }
  }

  static func languages(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    return try await request.cached {
      let found = try await call.server.titles.languages(request.options)
      return request.list(found, Language.list)
    }
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

extension TitleRequest {
  fileprivate func list<Row>(_ found: Found<[Row]>, _ shape: Shape<[Row]>) -> FreshResult {
    result(reserving: 32_768, found.meta) { shape.write(found.value, into: &$0) }
  }
}
