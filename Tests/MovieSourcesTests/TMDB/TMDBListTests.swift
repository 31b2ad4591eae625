import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// Which request a list or a search is, and what becomes of its rows.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBListTests {
  private func browse(
    _ list: BrowseList, _ mediaType: MediaChoice? = nil, _ options: FetchOptions = .test(),
    _ change: (inout BrowseParams) -> Void = { _ in }
  ) async throws -> String {
    let fetcher = PreparedFetcher()
    var params = BrowseParams(list: list, mediaType: mediaType)
    change(&params)
    _ = try? await TMDBSource(fetcher: fetcher).browse(params, options)
    return fetcher.targets.first ?? ""
  }

  @Test func list_is_the_request_of_its_name() async throws {
    #expect(try await browse(.trending) == "/trending/movie/week?language=en-US&page=1")
    #expect(
      try await browse(.trending, .any) { $0.window = .day } == "/trending/all/day?language=en-US&page=1")
    #expect(try await browse(.popular) == "/movie/popular?language=en-US&page=1&region=US")
    #expect(try await browse(.popular, .tv) == "/tv/popular?language=en-US&page=1")
    #expect(
      try await browse(.topRated, .movie, .test("en-GB", region: "GB"))
        == "/movie/top_rated?language=en-GB&page=1&region=GB")
    #expect(try await browse(.upcoming) == "/movie/upcoming?language=en-US&page=1&region=US")
    #expect(try await browse(.nowPlaying) == "/movie/now_playing?language=en-US&page=1&region=US")
    #expect(try await browse(.airingToday) == "/tv/airing_today?language=en-US&page=1")
    #expect(try await browse(.nowPlaying, .tv) == "/tv/on_the_air?language=en-US&page=1")
    #expect(try await browse(.onTheAir) == "/tv/on_the_air?language=en-US&page=1")
  }

  nonisolated private static let certificates: JSONValue = [
    "certifications": [
      "DE": .array(["0", "6", "12", "16", "18"].map { ["certification": .string($0), "order": 1] }),
      "US": .array(["NR", "G", "PG", "PG-13"].map { ["certification": .string($0), "order": 0] }),
    ]
  ]

  private func limited(
    _ list: BrowseList, _ mediaType: MediaChoice? = nil, country: String = "DE",
    bodies: [String: JSONValue] = ["/certification/movie/list": certificates],
    _ change: (inout BrowseParams) -> Void = { _ in }
  ) async throws -> (target: String, isWithinLimit: Bool?) {
    let fetcher = PreparedFetcher(bodies)
    fetcher.bodies["/discover/movie"] = Bodies.page([Bodies.film(1)])
    var options = FetchOptions.test(region: "AT")
    options.ageLimit = AgeLimit(years: 12, country: country)
    var params = BrowseParams(list: list, mediaType: mediaType)
    change(&params)
    let found = try? await TMDBSource(fetcher: fetcher).browse(params, options)
    return (fetcher.targets.last ?? "", found?.isWithinLimit)
  }

  @Test func films_within_an_age_limit_are_discovered() async throws {
    let certified = "certification=0%7C6%7C12&certification_country=DE&language=en-US&page=1"
    let popular = try await limited(.popular)
    #expect(popular.target == "/discover/movie?\(certified)&sort_by=popularity.desc")
    #expect(popular.isWithinLimit == true)
    #expect(
      try await limited(.topRated).target
        == "/discover/movie?\(certified)&sort_by=vote_average.desc&vote_count.gte=200&without_genres=99%2C10755"
    )
    #expect(
      try await limited(.upcoming).target
        == "/discover/movie?\(certified)&region=AT&release_date.gte=2026-11-22&release_date.lte=2026-12-19"
        + "&sort_by=popularity.desc&with_release_type=2%7C3")
    #expect(
      try await limited(.nowPlaying).target
        == "/discover/movie?\(certified)&region=AT&release_date.gte=2026-10-11&release_date.lte=2026-11-21"
        + "&sort_by=popularity.desc&with_release_type=2%7C3")
    let own = try await limited(.discover) { $0.year = 1984 }
    #expect(
      own.target == "/discover/movie?\(certified)&primary_release_year=1984" && own.isWithinLimit == true)
    // What is not rated is not below all ratings.
    #expect(try await limited(.popular, country: "US").target.contains("certification=G%7CPG&"))
  }

  @Test func what_cannot_be_discovered_within_an_age_limit_is_asked_for_as_ever() async throws {
    #expect(try await limited(.trending).target.hasPrefix("/trending/movie"))
    #expect(try await limited(.popular, .tv).target.hasPrefix("/tv/popular"))
    #expect(try await limited(.discover, .tv).target == "/discover/tv?language=en-US&page=1")
    // A country without certificates, and words that do not come.
    #expect(try await limited(.popular, country: "XX").target.hasPrefix("/movie/popular"))
    #expect(try await limited(.popular, bodies: [:]).target.hasPrefix("/movie/popular"))
    let discovered = try await limited(.discover, bodies: [:])
    #expect(!discovered.target.contains("certification") && discovered.isWithinLimit == false)
  }

  @Test func discover_has_TMDBs_names_for_each_filter() async throws {
    let film = try await browse(.discover) {
      $0.genre = "science fiction,12"
      $0.year = 2021
      $0.sortBy = SortOrder("release_date.asc")
      $0.minVotes = 50
      $0.provider = "8 | 119"
      $0.offer = "flatrate"
      $0.country = "DE"
    }
    #expect(
      film
        == "/discover/movie?language=en-US&page=1&primary_release_year=2021"
        + "&sort_by=primary_release_date.asc&vote_count.gte=50&watch_region=DE&with_genres=12%2C878"
        + "&with_watch_monetization_types=flatrate&with_watch_providers=8%7C119")
    let series = try await browse(.discover, .tv, .test(region: "FR", includesAdult: true)) {
      $0.genre = "drama|crime"
      $0.year = 2021
      $0.sortBy = SortOrder("title")
      $0.offer = "free"
    }
    #expect(
      series
        == "/discover/tv?first_air_date_year=2021&include_adult=true&language=en-US&page=1&sort_by=name.asc"
        + "&watch_region=FR&with_genres=18%7C80&with_watch_monetization_types=free")
    // Without an offer a country says nothing, and would only make another request of the same.
    #expect(
      try await browse(.discover) { $0.country = "DE" } == "/discover/movie?language=en-US&page=1")
  }

  @Test func best_titles_have_more_than_a_handful_of_votes() async throws {
    let best = try await browse(.discover) { $0.sortBy = SortOrder("vote_average") }
    #expect(best == "/discover/movie?language=en-US&page=1&sort_by=vote_average.desc&vote_count.gte=200")
    let all = try await browse(.discover) {
      $0.sortBy = SortOrder("vote_average")
      $0.minVotes = 0
    }
    #expect(all.hasSuffix("&vote_count.gte=0"))
  }

  @Test(arguments: [
    ("title", "title.asc"), ("revenue", "revenue.desc"), ("popularity.asc", "popularity.asc"),
  ])
  func order_is_one_of_TMDBs(_ order: String, _ name: String) async throws {
    let target = try await browse(.discover) { $0.sortBy = SortOrder(order) }
    #expect(target.hasSuffix("&sort_by=\(name)"))
  }

  @Test(arguments: ["netflix", "8,", "8,119|9", "", "1234567890", "８"])
  func provider_that_is_no_number_is_refused(_ provider: String) async throws {
    let fetcher = PreparedFetcher()
    var params = BrowseParams(list: .discover)
    params.provider = provider
    let error = await #expect(throws: RPCError.self) {
      try await TMDBSource(fetcher: fetcher).browse(params, .test())
    }
    #expect(error?.kind == .invalidParams)
    #expect(error?.details.first == JSONMember("param", "provider"))
    #expect(fetcher.targets.isEmpty)
  }

  @Test func genres_mixed_by_and_and_or_are_picked_from_what_has_one_of_each() async throws {
    let fetcher = PreparedFetcher([
      "/discover/movie": Bodies.page([
        Bodies.film(1, "both", JSONMember("genre_ids", [10752, 18])),
        Bodies.film(2, "drama alone", JSONMember("genre_ids", [18])),
        Bodies.film(3, "western", JSONMember("genre_ids", [37])),
      ])
    ])
    var params = BrowseParams(list: .discover)
    params.genre = "drama,war|western"
    let found = try await TMDBSource(fetcher: fetcher).browse(params, .test())
    #expect(found.titles.map(\.title) == ["both", "western"])
    #expect(fetcher.asked("with_genres") == ["18%7C37"])
  }

  @Test func genre_may_be_named_in_the_users_language() async throws {
    let fetcher = PreparedFetcher([
      "/genre/movie/list": ["genres": [["id": 18, "name": "Draama"], ["id": 10752, "name": "Sota"]]],
      "/genre/tv/list": ["genres": []],
      "/discover/movie": Bodies.page([Bodies.film(1)]),
    ])
    var params = BrowseParams(list: .discover)
    params.genre = "draama, western"
    let found = try await TMDBSource(fetcher: fetcher).browse(params, .test("fi"))
    #expect(fetcher.asked("with_genres") == ["18%2C37"])
    // Rows have them in that language, where TMDB has a name for it; else in English.
    #expect(found.titles.first?.genres.map(\.name) == ["Draama", "Crime"])
    #expect(found.titles.first?.genreIDs == [18, 80])
  }

  @Test func genres_are_English_where_their_names_cannot_be_had() async throws {
    let fetcher = PreparedFetcher(["/movie/popular": Bodies.page([Bodies.film(1)])])
    fetcher.faults["/genre/movie/list"] = RPCError(.upstreamUnavailable, .words("down"))
    let found = try await TMDBSource(fetcher: fetcher).browse(BrowseParams(list: .popular), .test("fi"))
    #expect(found.titles.first?.genres.map(\.name) == ["Drama", "Crime"])
  }

  private func search(_ json: String) throws -> SearchParams {
    let bytes = Array(json.utf8)
    return SearchParams(try Arguments(SearchMethod.method, params: bytes.span), defaultDebounce: 0)
  }

  @Test func search_asks_for_one_media_type_or_both() async throws {
    for (params, target) in [
      (#"{"q":"A & B/../c"}"#, "/search/multi?language=en-US&page=1&query=a%20%26%20b%2F..%2Fc"),
      (
        #"{"q":"dune","media_type":"movie","year":2021}"#,
        "/search/movie?language=en-US&page=1&primary_release_year=2021&query=dune"
      ),
      (
        #"{"q":"dune","media_type":"tv","year":2000}"#,
        "/search/tv?first_air_date_year=2000&language=en-US&page=1&query=dune"
      ),
    ] {
      let fetcher = PreparedFetcher()
      _ = try? await TMDBSource(fetcher: fetcher).search(search(params), .test())
      #expect(fetcher.targets == [target])
      #expect(fetcher.kinds == [.search])
    }
  }

  @Test func search_leaves_out_people_and_other_kinds() async throws {
    let fetcher = PreparedFetcher([
      "/search/multi": Bodies.page([
        Bodies.film(1, nil, JSONMember("media_type", "movie")),
        ["id": 2, "name": "A person", "media_type": "person"],
        ["id": 3, "title": "A collection", "media_type": "collection"],
        Bodies.series(1, nil, JSONMember("media_type", "tv")),
        Bodies.film(4),
        .null, "text", ["id": 0, "title": "No number", "media_type": "movie"],
      ])
    ])
    let source = TMDBSource(fetcher: fetcher)
    let all = try await source.search(search(#"{"q":"a"}"#), .test())
    // A film and a series may have one number.
    #expect(all.titles.map(\.key) == ["movie/1", "tv/1"])
    #expect(all.total == 8)
  }

  /// TMDB finds by a year only where it is asked for films or for series.
  @Test func search_of_a_year_asks_for_films_and_for_series() async throws {
    let fetcher = PreparedFetcher([
      "/search/movie": Bodies.page([
        Bodies.film(1, nil, JSONMember("popularity", 5)), Bodies.film(2, nil, JSONMember("popularity", 50)),
      ]),
      "/search/tv": Bodies.page([
        Bodies.series(3, nil, JSONMember("popularity", 40)),
        Bodies.series(4, nil, JSONMember("popularity", 4)),
      ]),
    ])
    let source = TMDBSource(fetcher: fetcher)
    let found = try await source.search(search(#"{"q":"a","year":2021}"#), .test())
    // The more popular of the two next ones, without changing TMDB's order of either.
    #expect(found.titles.map(\.key) == ["tv/3", "movie/1", "movie/2", "tv/4"] && found.total == 4)
    #expect(
      fetcher.targets.sorted() == [
        "/search/movie?language=en-US&page=1&primary_release_year=2021&query=a",
        "/search/tv?first_air_date_year=2021&language=en-US&page=1&query=a",
      ])
    let first = try await source.search(search(#"{"q":"a","year":2021,"page_size":1}"#), .test())
    #expect(first.titles.map(\.key) == ["tv/3"] && first.total == 4)
  }

  @Test(arguments: [1, 7, 20, 33, 100]) func search_of_a_year_has_each_row_once(_ size: Int) async throws {
    let fetcher = PreparedFetcher()
    for (kind, count) in [("movie", 47), ("tv", 25)] {
      for page in 1...5 {
        let numbers = (page - 1) * 20 + 1..<max(min(count, page * 20), (page - 1) * 20) + 1
        let year = kind == "movie" ? ("", "&primary_release_year=2021") : ("first_air_date_year=2021&", "")
        fetcher.bodies["/search/\(kind)?\(year.0)language=en-US&page=\(page)\(year.1)&query=a"] = Bodies.page(
          numbers.map { kind == "movie" ? Bodies.film($0) : Bodies.series($0) }, total: count)
      }
    }
    let source = TMDBSource(fetcher: fetcher)
    var keys: [TitleKey] = []
    for page in 1...(72 + size - 1) / size {
      let found = try await source.search(
        search(#"{"q":"a","year":2021,"page":\#(page),"page_size":\#(size)}"#), .test())
      #expect(found.total == 72)
      keys += found.titles.map(\.key)
    }
    #expect(keys.count == 72 && Set(keys).count == 72)
    #expect(
      Set(fetcher.asked("page")) == ["1", "2", "3"]
        && !fetcher.targets.contains { $0.hasPrefix("/search/tv") && $0.contains("page=3") })
  }

  @Test func search_may_find_nobody_but_people() async throws {
    let fetcher = PreparedFetcher([
      "/search/multi": Bodies.page([["id": 2, "name": "A person", "media_type": "person"]], total: 1)
    ])
    let found = try await TMDBSource(fetcher: fetcher).search(search(#"{"q":"a"}"#), .test())
    #expect(found.titles.isEmpty && found.total == 1)
  }

  @Test func titles_for_adults_come_only_where_wanted() async throws {
    let fetcher = PreparedFetcher([
      "/search/movie": Bodies.page([
        Bodies.film(1), Bodies.film(2, nil, JSONMember("adult", true)),
        Bodies.film(3, nil, JSONMember("softcore", true)),
      ])
    ])
    let source = TMDBSource(fetcher: fetcher)
    let params = try search(#"{"q":"a","media_type":"movie"}"#)
    #expect(try await source.search(params, .test()).titles.map(\.id) == [1])
    let all = try await source.search(params, .test(includesAdult: true))
    #expect(all.titles.map(\.id) == [1, 2, 3])
    #expect(all.titles.map(\.isAdult) == [false, true, true])
    #expect(fetcher.asked("include_adult") == ["true"])
  }

  @Test func row_is_a_title() async throws {
    let fetcher = PreparedFetcher(["/tv/popular": Bodies.page([Bodies.series(77, "Sarja")])])
    let found = try await TMDBSource(fetcher: fetcher).browse(
      BrowseParams(list: .popular, mediaType: .tv), .test())
    var title = Title("tv/77", "Sarja", source: .tmdb)
    (title.originalTitle, title.originalLanguage) = ("Original 77", "fi")
    (title.releaseDate, title.year) = ("2019-05-01", 2019)
    (title.overview, title.overviewSource) = ("What it is about.", .tmdb)
    title.genres = [Title.Genre(18, "Drama"), Title.Genre(80, "Crime")]
    (title.posterPath, title.backdropPath) = ("/poster.jpg", "/backdrop.jpg")
    (title.voteAverage, title.voteCount, title.popularity) = (7.5, 120, 33.25)
    #expect(found.titles == [title])
    #expect(
      found.meta
        == Meta(
          source: .tmdb, cache: .miss, fetchedAt: 1_795_000_000_000, freshUntil: 1_795_000_001_000,
          attribution: ["TMDB"]))
  }

  @Test func what_TMDB_does_not_know_is_nil() async throws {
    let fetcher = PreparedFetcher([
      "/movie/popular": Bodies.page([
        Bodies.film(
          1, "", JSONMember("release_date", ""), JSONMember("overview", ""), JSONMember("poster_path", .null),
          JSONMember("backdrop_path", "/../../etc/passwd"), JSONMember("vote_count", 0),
          JSONMember("vote_average", 0), JSONMember("genre_ids", [18, 424_242, "x"]),
          JSONMember("original_language", ""))
      ])
    ])
    let found = try await TMDBSource(fetcher: fetcher).browse(BrowseParams(list: .popular), .test())
    let title = try #require(found.titles.first)
    #expect(title.title == "Original 1")
    #expect(title.releaseDate == nil && title.year == nil)
    #expect(title.overview == nil && title.overviewSource == nil)
    #expect(title.posterPath == nil && title.backdropPath == nil)
    #expect(title.voteAverage == nil && title.voteCount == 0)
    #expect(title.genreIDs == [18] && title.genres.map(\.name) == ["Drama"])
    #expect(title.originalLanguage == nil)
  }

  @Test func list_that_is_not_there_means_that_somebody_else_answers() async throws {
    let error = await #expect(throws: RPCError.self) {
      try await TMDBSource(fetcher: PreparedFetcher()).browse(BrowseParams(list: .popular), .test())
    }
    #expect(error?.kind == .upstreamUnavailable)
    #expect(error?.hint?.contains("tmdb.base_url") == true)
  }
}
