import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `genres`, `countries`, `languages` and `providers`: see `MovieProtocol/Methods/Lookups.swift` and
/// `Providers.swift`.
@LoopActor
enum LookupHandlers {
  static let routes = [
    Route(GenresMethod.self, .waiting(genres), isCacheable: true),
    Route(CountriesMethod.self, .waiting(countries), isCacheable: true),
    Route(LanguagesMethod.self, .waiting(languages), isCacheable: true),
    Route(ProvidersMethod.self, .waiting(providers), isCacheable: true),
  ]

  static func genres(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    let mediaTypes = request[.mediaChoice].mediaType.map { [$0] } ?? Title.MediaType.allCases
    return try await request.cached {
      let found = try await call.server.titles.genres(mediaTypes, request.options)
      return request.table(found) { genre, writer in
        writer.member("id", genre.id)
        writer.member("name", genre.name)
        writer.member("media_type", genre.mediaType.rawValue)
      }
    }
  }

  static func countries(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    return try await request.cached {
      let found = try await call.server.titles.countries(request.options)
      return request.table(found) { country, writer in
        writer.member("code", country.code)
        writer.member("name", country.name)
        writer.member("native_name", country.nativeName)
        writer.member("where_to_watch", country.hasWhereToWatch)
      }
    }
  }

  static func languages(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    return try await request.cached {
      let found = try await call.server.titles.languages(request.options)
      return request.table(found) { language, writer in
        writer.member("code", language.code)
        writer.member("name", language.name)
        writer.member("native_name", language.nativeName)
      }
    }
  }

  static func providers(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    let params = ProvidersParams(request.arguments)
    return try await request.cached {
      let found = try await call.server.titles.providers(params, request.options)
      let page = PageCount(page: params.page, pageSize: params.pageSize, totalResults: found.value.total)
      return request.result(reserving: 8192, found.meta) { writer in
        writer.object { writer in
          writer.name("results")
          writer.array { writer in
            for provider in found.value.providers {
              writer.object { writer in
                writer.member("id", provider.id)
                writer.member("name", provider.name)
                writer.member("logo_path", provider.logoPath)
              }
            }
          }
          page.write(into: &writer)
        }
      }
    }
  }
}

extension TitleRequest {
  fileprivate func table<Entry>(
    _ found: Found<[Entry]>, _ members: (Entry, inout JSONWriter) -> Void
  ) -> FreshResult {
    result(reserving: 32_768, found.meta) { writer in
      writer.object { writer in
        writer.name("results")
        writer.array { writer in
          for entry in found.value { writer.object { writer in members(entry, &writer) } }
        }
      }
    }
  }
}
