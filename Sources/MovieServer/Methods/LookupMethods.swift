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
    let wanted = call.arguments.text("media_type") ?? "any"
    let mediaTypes = CatalogueTitle.MediaType.allCases.filter { wanted == "any" || wanted == $0.rawValue }
    let genres = mediaTypes.flatMap { mediaType in Genres.all(mediaType).map { (mediaType, $0) } }
    return try await table(call, genres) { entry, writer in
      let (mediaType, genre) = entry
      writer.member("id", genre.id)
      writer.member("name", genre.name)
      writer.member("media_type", mediaType.rawValue)
    }
  }

  static func countries(_ call: Call) async throws -> Outcome {
    try await table(call, Countries.all) { country, writer in
      writer.member("code", country.code)
      writer.member("name", country.name)
      writer.member("native_name", country.nativeName)
      writer.member("where_to_watch", country.hasWhereToWatch)
    }
  }

  static func languages(_ call: Call) async throws -> Outcome {
    try await table(call, Languages.all) { language, writer in
      writer.member("code", language.code)
      writer.member("name", language.name)
      writer.member("native_name", language.nativeName)
    }
  }

  private static func table<Entry>(
    _ call: Call, _ entries: [Entry], _ members: (Entry, inout JSONWriter) -> Void
  ) async throws -> Outcome {
    let asked = try Asked(call)
    return try await asked.kept {
      // The codes and genres are TMDB's, but nobody was asked.
      let meta = Meta(source: .catalogue, cache: .none, attribution: ["TMDB"])
      return asked.result(reserving: 32_768, meta) { writer in
        writer.object { writer in
          writer.name("results")
          writer.array { writer in
            for entry in entries { writer.object { writer in members(entry, &writer) } }
          }
        }
      }
    }
  }
}
