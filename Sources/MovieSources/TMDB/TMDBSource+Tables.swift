import EventLoop
package import MovieProtocol
import MovieStore

extension TMDBSource {
  package func genres(
    _ mediaTypes: [Title.MediaType], _ options: FetchOptions
  ) async throws -> Found<[Genre]> {
    let tables = try await mediaTypes.concurrentMap { mediaType in
      try await self.fetchList(.genres(mediaType, language: options.language), options)
    }
    let genres = zip(mediaTypes, tables).flatMap { mediaType, fetched in
      fetched.answer.genres.map { Genre(id: $0.id, name: $0.name, mediaType: mediaType) }
        .sorted { $0.name < $1.name }
    }
    return Found(genres, meta: .joined(tables.map(\.tmdbMeta)))
  }

  /// TMDB's countries, with the names of the built-in table, which has native ones; in the table's order,
  /// then those it lacks.
  package func countries(_ options: FetchOptions) async throws -> Found<[Country]> {
    async let known = fetchList(.countries(), options)
    async let shown = fetchList(.providerCountries(), options)
    let (countries, regions) = try await (known, shown)
    let withProviders = Set(regions.answer.rows.map(\.code))
    let names = Dictionary((countries.answer.rows + regions.answer.rows).map { ($0.code, $0.name) }) {
      first, _ in first
    }
    let builtIn = Countries.all.filter { names[$0.code] != nil }
    let others = names.filter { code, _ in !builtIn.contains { $0.code == code } }
    let all =
      builtIn.map { ($0.code, $0.name, $0.nativeName) }
      + others.sorted { $0.value < $1.value }.map { ($0.key, $0.value, $0.value) }
    return Found(
      all.map { Country(code: $0, name: $1, nativeName: $2, hasWhereToWatch: withProviders.contains($0)) },
      meta: countries.tmdbMeta.joined(regions.tmdbMeta))
  }

  /// Like ``countries(_:)``.
  package func languages(_ options: FetchOptions) async throws -> Found<[Language]> {
    let fetched = try await fetchList(.languages(), options)
    // TMDB's code for no language.
    let names = Dictionary(fetched.answer.rows.filter { $0.code != "xx" }.map { ($0.code, $0.name) }) {
      first, _ in first
    }
    let builtIn = Languages.all.filter { names[$0.code] != nil }
    let others = names.filter { code, _ in !builtIn.contains { $0.code == code } }
    return Found(
      builtIn
        + others.sorted { $0.value < $1.value }
        .map { Language(code: $0.key, name: $0.value, nativeName: $0.value) },
      meta: fetched.tmdbMeta)
  }

  package func providers(
    _ params: ProvidersParams, _ options: FetchOptions
  ) async throws -> Found<[Provider]> {
    let fetched = try await fetchList(
      .providers(params.mediaType, country: params.country, language: options.language), options)
    var meta = fetched.tmdbMeta
    meta.attribution.append("JustWatch")
    return Found(fetched.answer.providers, meta: meta)
  }
}
