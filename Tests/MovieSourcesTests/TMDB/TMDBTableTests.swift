import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBTableTests {
  @Test func genres_are_by_name_films_before_series() async throws {
    let fetcher = PreparedFetcher([
      "/genre/movie/list?language=fi": [
        "genres": [["id": 2, "name": "Sota"], ["id": 1, "name": "Draama"]]
      ],
      "/genre/tv/list?language=fi": ["genres": [["id": 1, "name": "Draama"], ["id": 0, "name": "x"]]],
    ])
    fetcher.fetchedAt["/genre/tv/list"] = 1_794_000_000_000
    let found = try await TMDBSource(fetcher: fetcher).genres([.movie, .tv], .test("fi"))
    #expect(
      found.value == [
        Genre(id: 1, name: "Draama", mediaType: .movie),
        Genre(id: 2, name: "Sota", mediaType: .movie),
        Genre(id: 1, name: "Draama", mediaType: .tv),
      ])
    #expect(found.meta.fetchedAt == 1_794_000_000_000)
    #expect(fetcher.kinds == [.table, .table])
  }

  @Test func countries_have_native_names_and_say_where_offers_are_known() async throws {
    func row(_ code: String, _ name: String) -> JSONValue {
      ["iso_3166_1": .string(code), "english_name": .string(name), "native_name": "as TMDB has it"]
    }
    let fetcher = PreparedFetcher([
      "/configuration/countries": [row("QQ", "New Land"), row("DE", "Germany"), row("AT", "Austria")],
      "/watch/providers/regions": ["results": [row("DE", "Germany")]],
    ])
    let found = try await TMDBSource(fetcher: fetcher).countries(.test())
    #expect(
      found.value == [
        Country(code: "AT", name: "Austria", nativeName: "Österreich", hasWhereToWatch: false),
        Country(code: "DE", name: "Germany", nativeName: "Deutschland", hasWhereToWatch: true),
        Country(code: "QQ", name: "New Land", nativeName: "New Land", hasWhereToWatch: false),
      ])
  }

  @Test func languages_are_without_that_of_no_language() async throws {
    let fetcher = PreparedFetcher([
      "/configuration/languages": [
        ["iso_639_1": "xx", "english_name": "No Language", "name": "No Language"],
        ["iso_639_1": "fi", "english_name": "Finnish", "name": "suomi"],
        ["iso_639_1": "qq", "english_name": "New Tongue", "name": ""],
      ]
    ])
    let found = try await TMDBSource(fetcher: fetcher).languages(.test())
    #expect(found.value.map(\.code) == ["fi", "qq"])
    #expect(found.value.map(\.nativeName) == ["suomi", "New Tongue"])
  }

  @Test func providers_are_those_used_most_in_the_country_first() async throws {
    func provider(_ id: Int, _ general: Int, _ german: Int?) -> JSONValue {
      [
        "provider_id": .integer(id), "provider_name": .string("P\(id)"), "logo_path": "/p.jpg",
        "display_priority": .integer(general),
        "display_priorities": german.map { ["DE": .integer($0)] } ?? [:],
      ]
    }
    let fetcher = PreparedFetcher([
      "/watch/providers/tv?language=en-US&watch_region=DE": [
        "results": [
          provider(1, 0, 9), provider(2, 5, 2), provider(3, 1, nil), provider(2, 5, 2),
          ["provider_id": 4, "provider_name": ""],
        ]
      ]
    ])
    let json = Array(#"{"country":"DE","media_type":"tv"}"#.utf8)
    let found = try await TMDBSource(fetcher: fetcher).providers(
      ProvidersParams(try Arguments(ProvidersMethod.method, params: json.span)), .test())
    #expect(found.value.map(\.id) == [2, 1, 3])
    #expect(found.meta.attribution == ["TMDB", "JustWatch"])
  }
}
