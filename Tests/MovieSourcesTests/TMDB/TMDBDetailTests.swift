import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBDetailTests {
  nonisolated static let film = Bodies.film(7, "Kaukainen maa").with([
    JSONMember("genre_ids", .null),
    JSONMember("genres", [["id": 18, "name": "Draama"], ["id": 999, "name": "Uusi"]]),
    JSONMember("tagline", "Kaukana"), JSONMember("status", "Released"), JSONMember("runtime", 101),
    JSONMember("homepage", "https://example.org/film"), JSONMember("imdb_id", "tt1234567"),
    JSONMember("belongs_to_collection", ["id": 5, "name": "Maat"]),
    JSONMember(
      "credits",
      [
        "cast": [
          ["name": "Second", "character": "B", "order": 1, "profile_path": "/b.jpg"],
          ["name": "First", "character": "", "order": 0, "profile_path": .null],
        ],
        "crew": [
          ["name": "P", "job": "Producer"], ["name": "G", "job": "Grip"], ["name": "D", "job": "Director"],
          ["name": "D", "job": "Screenplay"], ["name": "D", "job": "Director"],
          ["name": "M", "job": "Original Music Composer"],
        ],
      ]),
    JSONMember(
      "videos",
      [
        "results": [
          video("AAAAAAAAAAA", "Clip", "fi"), video("BBBBBBBBBBB", "Trailer", "en", official: true),
          video("CCCCCCCCCCC", "Teaser", "fi"), video("DDDDDDDDDDD", "Trailer", "fi"),
          video("EEEEEEEEEEE", "Trailer", "sv", official: true),
          video("FFFFFFFFFFF", "Trailer", "fi", at: "2024-03-01T00:00:00.000Z"),
          video("too-short", "Trailer", "fi"), video("GGGGGGGGGGG", "Hologram", "fi"),
          video("HHHHHHHHHHH", "Behind the Scenes", "fi"),
        ]
      ]),
    JSONMember("similar", Bodies.page([Bodies.film(8), Bodies.film(7), Bodies.film(8)])),
    JSONMember("recommendations", Bodies.page((10...40).map { Bodies.film($0) })),
    JSONMember(
      "watch/providers",
      [
        "results": [
          "DE": [
            "link": "https://www.themoviedb.org/movie/7/watch?locale=DE",
            "buy": [provider(2, "Shop", 1)], "flatrate": [provider(9, "Later", 7), provider(8, "Sooner", 3)],
          ],
          "AT": [
            "flatrate_and_buy": [provider(8, "Both", 3), provider(2, "Shop", 1)],
            "buy": [provider(2, "Shop", 1)],
          ],
          "FR": [
            "link": "https://www.themoviedb.org/movie/7/watch?locale=FR", "ads": [provider(1, "Ads", 0)],
          ],
        ]
      ]),
    JSONMember(
      "release_dates",
      [
        "results": [
          [
            "iso_3166_1": "DE",
            "release_dates": [
              ["certification": "", "type": 3], ["certification": "16", "type": 5],
              ["certification": "12", "type": 3],
            ],
          ],
          ["iso_3166_1": "FI", "release_dates": [["certification": "", "type": 3]]],
          ["iso_3166_1": "US", "release_dates": [["certification": "PG-13", "type": 3]]],
        ]
      ]),
  ])

  nonisolated static func video(
    _ id: String, _ type: String, _ language: String, official: Bool = false,
    at: String = "2024-01-01T12:00:00.500Z", site: String = "YouTube"
  ) -> JSONValue {
    [
      "key": .string(id), "type": .string(type), "iso_639_1": .string(language), "site": .string(site),
      "name": .string("\(type) \(id.prefix(1))"), "official": .bool(official), "published_at": .string(at),
    ]
  }

  nonisolated static func provider(_ id: Int, _ name: String, _ priority: Int) -> JSONValue {
    [
      "provider_id": .integer(id), "provider_name": .string(name), "display_priority": .integer(priority),
      "logo_path": "/logo.jpg",
    ]
  }

  private func detail(
    _ body: JSONValue = film, _ key: TitleKey = .tmdb(.movie, 7),
    _ options: FetchOptions = .test("fi-FI", region: "DE")
  ) async throws -> FoundDetail {
    let fetcher = PreparedFetcher(["/movie/7": body, "/tv/7": body])
    return try #require(try await TMDBSource(fetcher: fetcher).detail(key, options))
  }

  @Test func detail_is_one_request() async throws {
    let fetcher = PreparedFetcher(["/movie/7": Self.film])
    _ = try await TMDBSource(fetcher: fetcher).detail(.tmdb(.movie, 7), .test("en-GB"))
    #expect(
      fetcher.targets == [
        "/movie/7?append_to_response=credits%2Cvideos%2Csimilar%2Crecommendations%2Cwatch%2Fproviders"
          + "%2Crelease_dates%2Cexternal_ids%2Ckeywords%2Cimages&include_image_language=en%2Cnull"
          + "&include_video_language=en%2Cnull&language=en-GB"
      ])
    let german = PreparedFetcher()
    #expect(try await TMDBSource(fetcher: german).detail(.tmdb(.tv, 7), .test("de")) == nil)
    let target = try #require(german.targets.first { $0.hasPrefix("/tv/7") })
    #expect(target.contains("%2Ccontent_ratings%2Cexternal_ids%2Ckeywords%2Cimages&"))
    // Its credits are those of the last season only.
    #expect(target.contains("append_to_response=aggregate_credits%2Cvideos"))
  }

  @Test func facts_are_those_of_the_body() async throws {
    let found = try await detail()
    let detail = found.detail
    #expect(detail.title.key == "movie/7")
    #expect(detail.title.title == "Kaukainen maa")
    // In the language asked for, and one that is not in the table.
    #expect(detail.title.genres.map(\.name) == ["Draama", "Uusi"] && detail.title.genreIDs == [18, 999])
    #expect(detail.tagline == "Kaukana" && detail.status == "Released" && detail.runtime == 101)
    #expect(detail.homepage == "https://example.org/film" && detail.imdbID == "tt1234567")
    #expect(detail.collection == TitleDetail.Collection(id: 5, name: "Maat"))
    #expect(!detail.isPartial)
    #expect(found.meta.attribution == ["TMDB", "JustWatch"])
  }

  @Test func people_are_in_the_order_of_the_bill_and_directors_first() async throws {
    let detail = try await detail().detail
    #expect(detail.directors == ["D"])
    #expect(
      detail.cast == [
        .init(name: "First"), .init(name: "Second", character: "B", profilePath: "/b.jpg"),
      ])
    #expect(
      detail.crew.map { "\($0.name) \($0.job)" } == [
        "D Director", "D Screenplay", "M Original Music Composer", "P Producer", "G Grip",
      ])
  }

  @Test func certificate_is_that_of_the_region_for_cinemas() async throws {
    #expect(try await detail().detail.certification == .init(country: "DE", value: "12", age: 12))
    // Finland has said nothing.
    let other = try await detail(Self.film, .tmdb(.movie, 7), .test("fi", region: "FI"))
    #expect(other.detail.certification == .init(country: "US", value: "PG-13", age: 13))
    let none = try await detail(Self.film.with("release_dates", .null))
    #expect(none.detail.certification == nil)
  }

  @Test func where_to_watch_has_the_countries_of_the_settings() async throws {
    func countries(_ countries: [String], _ body: JSONValue = Self.film) async throws -> FoundDetail {
      try await detail(body, .tmdb(.movie, 7), .test(countries: countries))
    }
    let german = try await countries(["DE", "CH"]).detail.whereToWatch
    #expect(german?.map(\.country) == ["DE"])
    #expect(german?.first?.link == "https://www.themoviedb.org/movie/7/watch?locale=DE")
    #expect(german?.first?.offers.map(\.provider) == ["Sooner", "Later", "Shop"])
    #expect(german?.first?.offers.map(\.kind) == ["flatrate", "flatrate", "buy"])
    #expect(try await countries(["FR", "DE"]).detail.whereToWatch?.map(\.country) == ["FR", "DE"])
    #expect(try await countries(["CH"]).detail.whereToWatch == [])
    let both = try await countries(["AT"]).detail.whereToWatch?.first?.offers
    #expect(
      both?.map { "\($0.kind) \($0.provider)" } == ["flatrate Shop", "flatrate Both", "buy Shop", "buy Both"])
    let unknown = try await countries(["DE"], Self.film.with("watch/providers", .null))
    #expect(unknown.detail.whereToWatch == nil)
    #expect(unknown.meta.attribution == ["TMDB"])
  }

  @Test func related_titles_are_bounded_and_without_itself() async throws {
    let detail = try await detail().detail
    #expect(detail.similar.map(\.id) == [8])
    #expect(detail.recommendations.map(\.id) == Array(10..<22))
  }

  @Test func videos_are_in_the_contracts_order() async throws {
    let fetcher = PreparedFetcher(["/movie/7": Self.film])
    let found = try #require(
      try await TMDBSource(fetcher: fetcher).videos(
        trailer(#"{"key":"movie/7","types":["behind_the_scenes","clip","trailer","search","teaser"]}"#),
        .test("fi-FI")))
    #expect(found.key == "movie/7" && found.title == "Kaukainen maa")
    // Trailers: Finnish, newest first; English; others.
    #expect(
      found.videos.map { $0.videoID.map { String($0.prefix(1)) } } == [
        "F", "D", "B", "E", "C", "H", "A", nil,
      ])
    #expect(found.videos.last?.type == .search)
    #expect(found.videos.first?.publishedAt == "2024-03-01T00:00:00Z")
    #expect(found.videos.first?.url == "https://www.youtube.com/watch?v=FFFFFFFFFFF")
    let usual = try #require(
      try await TMDBSource(fetcher: fetcher).videos(trailer(#"{"key":"movie/7"}"#), .test("en-US")))
    #expect(usual.videos.first?.videoID == "FFFFFFFFFFF")
    #expect(!usual.videos.contains { $0.type == .clip })
    // The detail and its videos are one request.
    #expect(Set(fetcher.paths) == ["/movie/7"])
  }

  @Test func trailer_that_is_not_there_in_a_language_is_asked_for_in_English() async throws {
    let without = Self.film.with(
      "videos",
      ["results": [Self.video("AAAAAAAAAAA", "Clip", "fi"), Self.video("CCCCCCCCCCC", "Featurette", "fi")]])
    let fetcher = PreparedFetcher(["/movie/7": without])
    let english = Endpoint<TMDBDetail>.detail(.movie, 7, language: "en-US").target
    fetcher.bodies[english] = Self.film
    fetcher.cache[english] = .stale
    let source = TMDBSource(fetcher: fetcher)
    let found = try #require(
      try await source.videos(trailer(#"{"key":"movie/7"}"#), .test()))
    #expect(found.title == "Kaukainen maa")
    #expect(found.videos.first?.videoID == "FFFFFFFFFFF")
    #expect(found.meta.cache == .stale)
    fetcher.faults[english] = RPCError(.upstreamUnavailable, .words("down"))
    let alone = try #require(try await source.videos(trailer(#"{"key":"movie/7"}"#), .test()))
    #expect(alone.videos.map(\.type) == [.search])
    #expect(alone.meta.cache == .miss)
  }

  private func trailer(_ json: String) throws -> TrailerParams {
    let bytes = Array(json.replacing("\"key\"", with: "\"language\":\"fi-FI\",\"key\"").utf8)
    let arguments = try Arguments(TrailerMethod.method, params: bytes.span)
    return TrailerParams(try #require(arguments[.key]), arguments)
  }

  @Test func series_has_its_creators_seasons_and_the_time_of_an_episode() async throws {
    let series = Bodies.series(7, "Sarja").with([
      JSONMember("episode_run_time", []), JSONMember("last_episode_to_air", ["runtime": 54]),
      JSONMember("created_by", [["name": "C"], ["name": "C"], ["name": ""]]),
      JSONMember(
        "seasons",
        [
          [
            "season_number": 0, "name": "Specials", "episode_count": 3, "air_date": .null,
            "poster_path": .null,
          ],
          [
            "season_number": 1, "name": "", "episode_count": 8, "air_date": "2019-05-01",
            "poster_path": "/s.jpg",
          ],
          ["name": "without a number"],
        ]),
      JSONMember("content_ratings", ["results": [["iso_3166_1": "US", "rating": "TV-14"]]]),
      JSONMember("external_ids", ["imdb_id": "tt7654321"]),
    ])
    let detail = try await detail(series, .tmdb(.tv, 7)).detail
    #expect(detail.runtime == 54)
    #expect(detail.directors == [] && detail.creators == ["C"])
    #expect(detail.imdbID == "tt7654321")
    #expect(detail.certification == .init(country: "US", value: "TV-14", age: 14))
    #expect(
      detail.seasons == [
        .init(number: 0, name: "Specials", episodeCount: 3, airDate: nil, posterPath: nil),
        .init(number: 1, name: "Season 1", episodeCount: 8, airDate: "2019-05-01", posterPath: "/s.jpg"),
      ])
  }

  @Test func cast_of_a_series_is_that_of_all_its_seasons() async throws {
    func person(_ name: String, _ episodes: Int, _ order: Int, _ roles: [JSONValue]) -> JSONValue {
      [
        "name": .string(name), "total_episode_count": .integer(episodes), "order": .integer(order),
        "roles": .array(roles),
      ]
    }
    let series = Bodies.series(7).with([
      JSONMember("credits", ["cast": [["name": "Last", "character": "X", "order": 0]], "crew": []]),
      JSONMember(
        "aggregate_credits",
        [
          "cast": [
            person("Guest", 1, 0, [["character": "G", "episode_count": 1]]),
            person(
              "Main", 30, 2,
              [["character": "Twin", "episode_count": 2], ["character": "M", "episode_count": 28]]),
            person("Also", 30, 1, []), ["roles": [["character": "nobody"]]],
          ],
          "crew": [
            ["name": "D", "jobs": [["job": "Director", "episode_count": 3]]],
            [
              "name": "W",
              "jobs": [["job": "Grip", "episode_count": 90], ["job": "Writer", "episode_count": 30]],
            ],
            ["name": "N", "jobs": .null],
          ],
        ]),
    ])
    let detail = try await detail(series, .tmdb(.tv, 7)).detail
    #expect(
      detail.cast == [
        .init(name: "Also"), .init(name: "Main", character: "M"), .init(name: "Guest", character: "G"),
      ])
    #expect(detail.crew.map { "\($0.name) \($0.job)" } == ["W Writer", "D Director", "W Grip"])
    #expect(detail.directors == [])
  }

  @Test func release_date_of_a_film_is_the_regions() async throws {
    func dates(_ country: String, _ dates: (type: Int, day: String)...) -> JSONValue {
      [
        "iso_3166_1": .string(country),
        "release_dates": .array(
          dates.map { ["type": .integer($0.type), "release_date": .string("\($0.day)T00:00:00.000Z")] }),
      ]
    }
    let film = Bodies.film(7).with(
      "release_dates",
      [
        "results": [
          dates("DE", (1, "2024-03-01"), (4, "2024-03-20"), (3, "2024-04-11")),
          dates("FI", (5, "2025-01-15")), dates("FR", (1, "2024-02-01")),
        ]
      ])
    func date(_ region: String) async throws -> String? {
      let title = try await detail(film, .tmdb(.movie, 7), .test(region: region)).detail.title
      #expect(title.year == 2024)
      return title.releaseDate
    }
    #expect(try await date("DE") == "2024-04-11")
    // A film that is on disc only there.
    #expect(try await date("FI") == "2025-01-15")
    // A premiere is for those who are invited.
    #expect(try await date("FR") == "2024-02-29")
    #expect(try await date("SE") == "2024-02-29")
  }

  @Test func text_that_nobody_translated_comes_in_English() async throws {
    let fetcher = PreparedFetcher([
      "/movie/7": Self.film.with("overview", "").with("tagline", ""),
      "/movie/7?language=en-US": Self.film.with("overview", "English.").with("tagline", "Far"),
    ])
    let source = TMDBSource(fetcher: fetcher)
    let found = try #require(try await source.detail(.tmdb(.movie, 7), .test("fi-FI")))
    #expect(found.detail.title.overview == "English." && found.detail.tagline == "Far")
    #expect(found.detail.title.overviewSource == .tmdb)
    // One request less for those who read English anyway; and a detail without a text is good as well.
    fetcher.faults["/movie/7?language=en-US"] = RPCError(.upstreamUnavailable, .words("down"))
    let without = try #require(try await source.detail(.tmdb(.movie, 7), .test("fi-FI")))
    #expect(without.detail.title.overview == nil && without.detail.title.overviewSource == nil)
    #expect(without.detail.title.title == "Kaukainen maa")
    let asked = fetcher.targets.count
    _ = try await source.detail(.tmdb(.movie, 7), .test("en-GB"))
    #expect(fetcher.targets.count == asked + 1)
  }

  @Test func number_of_IMDb_is_looked_up() async throws {
    let fetcher = PreparedFetcher([
      "/find/tt1234567": ["movie_results": [["id": 7]], "tv_results": []], "/movie/7": Self.film,
      "/find/tt0000001": ["movie_results": [], "tv_results": []],
    ])
    let source = TMDBSource(fetcher: fetcher)
    #expect(try await source.detail(.imdb("tt1234567"), .test())?.detail.title.key == "movie/7")
    #expect(try await source.detail(.imdb("tt0000001"), .test()) == nil)
    #expect(try await source.detail(.itunes(7), .test()) == nil)
    #expect(Endpoint<TMDBFound>.find(imdbID: "tt1/../../x", language: "de") == nil)
  }

  @Test func of_two_with_one_number_of_IMDb_the_one_that_says_so_is_meant() async throws {
    let other = Bodies.film(7, "Another")
    let series = Bodies.series(9, "Meant").with("external_ids", ["imdb_id": "tt1234567"])
    let fetcher = PreparedFetcher([
      "/find/tt1234567": ["movie_results": [["id": 7]], "tv_results": [["id": 9]]], "/movie/7": other,
      "/tv/9": series,
    ])
    let source = TMDBSource(fetcher: fetcher)
    #expect(try await source.detail(.imdb("tt1234567"), .test())?.detail.title.title == "Meant")
    fetcher.bodies["/tv/9"] = Bodies.series(9)
    #expect(try await source.detail(.imdb("tt1234567"), .test())?.detail.title.title == "Another")
  }

  @Test func body_about_another_title_is_refused() async throws {
    await #expect(throws: UndecodableAnswer("the response is about another title")) {
      try await detail(Bodies.film(8))
    }
  }
}
