import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `genres`, `countries` and `languages`: see `MovieProtocol/Methods/Lookups.swift`.
@LoopActor
enum LookupMethods {
  static let handled = [
    Handling(.genres, .waiting(genres), isKept: true),
    Handling(.countries, .waiting(countries), isKept: true),
    Handling(.languages, .waiting(languages), isKept: true),
  ]

  static func genres(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let wanted = asked.arguments.text("media_type") ?? "any"
    return try await asked.kept {
      asked.list { writer in
        for mediaType in CatalogueTitle.MediaType.allCases
        where wanted == "any" || wanted == mediaType.rawValue {
          for genre in Genres.all(mediaType) {
            writer.object { writer in
              writer.member("id", genre.id)
              writer.member("name", genre.name)
              writer.member("media_type", mediaType.rawValue)
            }
          }
        }
      }
    }
  }

  static func countries(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    return try await asked.kept {
      asked.list { writer in
        for country in Countries.all {
          writer.object { writer in
            writer.member("code", country.code)
            writer.member("name", country.name)
            writer.member("native_name", country.nativeName)
            writer.member("where_to_watch", country.hasWhereToWatch)
          }
        }
      }
    }
  }

  static func languages(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    return try await asked.kept {
      asked.list { writer in
        for language in Languages.all {
          writer.object { writer in
            writer.member("code", language.code)
            writer.member("name", language.name)
            writer.member("native_name", language.nativeName)
          }
        }
      }
    }
  }
}

extension Asked {
  fileprivate func list(_ items: (inout JSONWriter) -> Void) -> EncodedResult {
    // The codes and genres are TMDB's, but nobody was asked.
    let meta = Meta(source: .catalogue, cache: .none, attribution: ["TMDB"])
    return result(reserving: 32_768, meta) { writer in
      writer.object { writer in
        writer.name("results")
        writer.array(items)
      }
    }
  }
}
