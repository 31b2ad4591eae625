import JSONRPC
package import MovieProtocol
import MovieStore

extension LocalSource {
  // The tables are TMDB's, but no request was sent.
  private static let meta = Meta(source: .catalogue, cache: .none, attribution: ["TMDB"])

  package func genres(
    _ mediaTypes: [Title.MediaType], _ options: FetchOptions
  ) async throws -> Found<[Genre]> {
    let genres = mediaTypes.flatMap { mediaType in
      Genres.all(mediaType).map { Genre(id: $0.id, name: $0.name, mediaType: mediaType) }
    }
    return Found(genres, meta: Self.meta)
  }

  package func countries(_ options: FetchOptions) async throws -> Found<[Country]> {
    Found(Countries.all, meta: Self.meta)
  }

  package func languages(_ options: FetchOptions) async throws -> Found<[Language]> {
    Found(Languages.all, meta: Self.meta)
  }

  package func providers(
    _ params: ProvidersParams, _ options: FetchOptions
  ) async throws -> Found<[Provider]> {
    throw RPCError.needsTMDB(.theProviders)
  }
}
