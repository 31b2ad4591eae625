import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `genres`, `countries`, `languages` and `providers`: see `MovieProtocol/Methods/Lookups.swift` and
/// `Providers.swift`.
@LoopActor
enum LookupMethods {
  static let handled = [
    Handling(.genres, .waiting(genres), isKept: true),
    Handling(.countries, .waiting(countries), isKept: true),
    Handling(.languages, .waiting(languages), isKept: true),
    Handling(.providers, .waiting(providers), isKept: true),
  ]

  static func genres(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let wanted = asked.arguments.text("media_type") ?? "any"
    let mediaTypes = Title.MediaType.allCases.filter { wanted == "any" || wanted == $0.rawValue }
    return try await asked.kept {
      let found = try await call.server.titles.genres(mediaTypes, asked.asking)
      return asked.table(found) { genre, writer in
        writer.member("id", genre.id)
        writer.member("name", genre.name)
        writer.member("media_type", genre.mediaType.rawValue)
      }
    }
  }

  static func countries(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    return try await asked.kept {
      let found = try await call.server.titles.countries(asked.asking)
      return asked.table(found) { country, writer in
        writer.member("code", country.code)
        writer.member("name", country.name)
        writer.member("native_name", country.nativeName)
        writer.member("where_to_watch", country.hasWhereToWatch)
      }
    }
  }

  static func languages(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    return try await asked.kept {
      let found = try await call.server.titles.languages(asked.asking)
      return asked.table(found) { language, writer in
        writer.member("code", language.code)
        writer.member("name", language.name)
        writer.member("native_name", language.nativeName)
      }
    }
  }

  static func providers(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let params = ProvidersParams(asked.arguments)
    return try await asked.kept {
      let found = try await call.server.titles.providers(params, asked.asking)
      let page = PageCount(page: params.page, pageSize: params.pageSize, totalResults: found.value.total)
      return asked.result(reserving: 8192, found.meta) { writer in
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

extension Asked {
  fileprivate func table<Entry>(
    _ found: Found<[Entry]>, _ members: (Entry, inout JSONWriter) -> Void
  ) -> MadeResult {
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
