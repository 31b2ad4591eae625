import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

/// Who made a title, what it cost and its next episode, which come with the detail.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBProductionTests {
  nonisolated static let company: JSONValue = [
    "id": 3, "name": "Tide", "logo_path": "/t.png", "origin_country": "",
  ]

  nonisolated static let series = Bodies.series(7, "Saari").with([
    JSONMember("number_of_seasons", 2), JSONMember("number_of_episodes", 19),
    JSONMember("networks", [["id": 9, "name": "Yle", "logo_path": .null, "origin_country": "FI"]]),
    JSONMember(
      "next_episode_to_air",
      [
        "season_number": 2, "episode_number": 9, "name": "Meri", "air_date": "2026-12-01", "runtime": 0,
        "overview": "", "still_path": .null, "vote_average": 0, "vote_count": 0,
      ]),
    JSONMember("last_episode_to_air", ["season_number": 2, "episode_number": 8, "vote_average": 8.5]),
    JSONMember(
      "external_ids",
      [
        "imdb_id": "tt1234567", "tvdb_id": 81189, "wikidata_id": "Q42", "facebook_id": "../etc",
        "instagram_id": "saari.tv", "twitter_id": "",
      ]),
  ])

  private func detail(_ body: JSONValue, _ key: TitleKey) async throws -> (TitleDetail, PreparedFetcher) {
    let fetcher = PreparedFetcher(["/movie/7": body, "/tv/7": body])
    let found = try #require(try await TMDBSource(fetcher: fetcher).detail(key, .test()))
    return (found.detail, fetcher)
  }

  @Test func series_has_its_next_episode_in_one_request() async throws {
    let (detail, fetcher) = try await detail(Self.series, .tmdb(.tv, 7))
    #expect(fetcher.targets.count == 1)
    let next = try #require(detail.nextEpisode)
    #expect(Episode.label(season: next.seasonNumber, number: next.number, name: next.name) == "S02E09 Meri")
    #expect(next.airDate == "2026-12-01" && next.runtime == nil && next.overview == nil)
    // An average without votes means nothing; here their number is unknown.
    #expect(next.voteAverage == nil && detail.lastEpisode?.voteAverage == 8.5)
    #expect(detail.numberOfSeasons == 2 && detail.numberOfEpisodes == 19)
    #expect(detail.networks == [Company(id: 9, name: "Yle", originCountry: "FI")])
  }

  @Test func film_says_who_made_it_and_what_it_cost() async throws {
    let film = TMDBDetailTests.film.with([
      JSONMember("budget", 165_000_000), JSONMember("revenue", 0),
      JSONMember("production_companies", [Self.company, ["id": 4, "name": " "], "x"]),
      JSONMember("production_countries", [["iso_3166_1": "FI", "name": "Finland"], ["name": "Nowhere"]]),
      JSONMember(
        "spoken_languages",
        [["iso_639_1": "fi", "english_name": "Finnish", "name": "suomi"], ["iso_639_1": "xx", "name": ""]]),
    ])
    let (detail, _) = try await detail(film, .tmdb(.movie, 7))
    #expect(detail.budget == 165_000_000 && detail.revenue == nil)
    #expect(detail.productionCompanies == [Company(id: 3, name: "Tide", logoPath: "/t.png")])
    #expect(detail.productionCountries == [NamedCode(code: "FI", name: "Finland")])
    #expect(detail.spokenLanguages == [NamedCode(code: "fi", name: "Finnish")])
    // Of its own member, since there was no block.
    #expect(detail.externalIDs.imdb == "tt1234567")
    #expect(detail.nextEpisode == nil && detail.networks.isEmpty)
  }

  @Test func names_at_other_services_have_their_form() async throws {
    let ids = try await detail(Self.series, .tmdb(.tv, 7)).0.externalIDs
    #expect(ids.imdb == "tt1234567" && ids.tvdb == 81189 && ids.wikidata == "Q42")
    #expect(ids.facebook == nil && ids.instagram == "saari.tv" && ids.twitter == nil)
  }

  @Test func people_have_keys() async throws {
    let credits: JSONValue = [
      "cast": [["id": 525, "name": "A", "order": 0], ["id": -1, "name": "B", "order": 1]],
      "crew": [["id": 526, "name": "C", "job": "Director"]],
    ]
    let (detail, _) = try await detail(TMDBDetailTests.film.with("credits", credits), .tmdb(.movie, 7))
    #expect(detail.cast.map(\.key) == [PersonKey(525), nil])
    #expect(detail.crew.map(\.key) == [PersonKey(526)])
  }

  @Test func anything_in_its_place_costs_itself() {
    HostileTMDBTests.variants(Self.series) { body in
      guard let read = try? TMDBDetail(body, .tv, 7) else { return }
      #expect(read.detail.encoded().count < 8192)
    }
  }
}
