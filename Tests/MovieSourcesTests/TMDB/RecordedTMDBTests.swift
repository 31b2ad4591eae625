import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

/// What TMDB really sent, read by the endpoint it came from and compared with the raw JSON.
@Suite(.enabled(if: Recordings.areThere, Recordings.reason), .timeLimit(.minutes(20)))
struct RecordedTMDBTests {
  /// Lists, and what their rows are that do not say it.
  static let lists: [(String, Title.MediaType?)] = [
    ("trending_movie_week_p1", .movie), ("trending_tv_week_p1", .tv), ("trending_all_week_p1", nil),
    ("movie_popular_p1", .movie), ("movie_popular_p2", .movie), ("movie_upcoming_p1", .movie),
    ("movie_now_playing_p1", .movie), ("movie_top_rated_p1", .movie), ("tv_popular_p1", .tv),
    ("tv_top_rated_p1", .tv), ("tv_on_the_air_p1", .tv), ("tv_airing_today_p1", .tv),
    ("discover_movie_p1", .movie), ("discover_movie_providers_8_119_US", .movie), ("discover_tv_p1", .tv),
    ("search_movie_inception", .movie), ("search_movie_james_bond_p1", .movie),
    ("search_movie_james_bond_p2", .movie), ("search_movie_no_hits", .movie), ("search_tv_big_bang", .tv),
    ("search_multi_arrow_p1", nil), ("movie_47964_similar", .movie), ("movie_47964_recommendations", .movie),
  ]

  @Test(arguments: lists)
  func list_says_what_it_says(_ name: String, _ mediaType: Title.MediaType?) throws {
    let raw = try Recordings.json(name)
    let page = try TMDBPage(Recordings.body(name), of: mediaType)
    let rows = try #require(raw["results"]?.arrayValue)
    #expect(page.rows.count == rows.count)
    for (row, json) in zip(page.rows, rows) {
      let kind = json["media_type"]?.stringValue ?? mediaType?.rawValue ?? ""
      guard let title = row?.title else {
        #expect(!["movie", "tv"].contains(kind), "\(name): a title is missing")
        continue
      }
      let isFilm = kind == "movie"
      let date = json[isFilm ? "release_date" : "first_air_date"]?.stringValue ?? ""
      #expect(title.key == "\(kind)/\(json["id"]?.intValue ?? 0)")
      #expect(title.title == json[isFilm ? "title" : "name"]?.stringValue)
      #expect(title.originalTitle == json[isFilm ? "original_title" : "original_name"]?.stringValue)
      #expect(title.originalLanguage == json["original_language"]?.stringValue)
      #expect(title.releaseDate ?? "" == date)
      #expect(title.year.map { String($0) } ?? "" == date.prefix(4))
      // None is so long that it was cut.
      #expect(title.overview ?? "" == json["overview"]?.stringValue)
      #expect((title.overview == nil) == (title.overviewSource == nil))
      #expect(title.posterPath == json["poster_path"]?.stringValue)
      #expect(title.backdropPath == json["backdrop_path"]?.stringValue)
      #expect(title.genreIDs == json["genre_ids"]?.arrayValue?.compactMap(\.intValue))
      #expect(title.genres.count == title.genreIDs.count)
      #expect(title.voteCount == json["vote_count"]?.intValue)
      #expect(title.voteAverage == (title.voteCount == 0 ? nil : json["vote_average"]?.doubleValue))
      #expect(title.popularity == json["popularity"]?.doubleValue)
      #expect(title.isAdult == (json["adult"]?.boolValue == true || json["softcore"]?.boolValue == true))
    }
    let claimed = try #require(raw["total_results"]?.intValue)
    #expect(page.total == min(claimed, 10_000))
  }

  @LoopActor @Test func joined_pages_have_each_title_once() async throws {
    for (list, path) in [
      (BrowseList.popular, "/movie/popular"), (.upcoming, "/movie/upcoming"),
    ] {
      let fetcher = PreparedFetcher()
      let names =
        list == .popular
        ? ["movie_popular_p1", "movie_popular_p2"] : ["movie_upcoming_p1", "movie_upcoming_p1"]
      for (index, name) in names.enumerated() {
        fetcher.bodies["\(path)?language=en-US&page=\(index + 1)&region=US"] = try Recordings.json(name)
      }
      let found = try await TMDBSource(fetcher: fetcher).browse(
        BrowseParams(list: list, pageSize: 40), .test(includesAdult: true))
      let raw = try names.flatMap {
        try Recordings.json($0)["results"]?.arrayValue?.compactMap { $0["id"]?.intValue } ?? []
      }
      #expect(Set(found.titles.map(\.id)) == Set(raw))
      #expect(found.titles.count == Set(raw).count)
      #expect(found.titles.first?.id == raw.first)
    }
  }

  @Test func nothing_found_is_nothing() throws {
    #expect(try TMDBPage(Recordings.body("search_movie_no_hits"), of: .movie).total == 0)
  }

  @LoopActor private func detail(
    _ body: JSONValue, _ mediaType: Title.MediaType, _ options: FetchOptions = .test()
  ) async throws -> TitleDetail {
    let id = try #require(body["id"]?.intValue)
    let fetcher = PreparedFetcher(["/\(mediaType.rawValue)/\(id)": body])
    let found = try #require(try await TMDBSource(fetcher: fetcher).detail(.tmdb(mediaType, id), options))
    var writer = JSONWriter()
    found.detail.write(into: &writer)
    #expect(writer.bytes.count < 60 << 10)
    return found.detail
  }

  @Test(arguments: [
    "movie_550_detail_append", "movie_607_detail_append", "movie_348_detail", "movie_latest_sparse",
  ])
  func film_says_what_it_says(_ name: String) async throws {
    let raw = try Recordings.json(name)
    let detail = try await detail(raw, .movie)
    func text(_ name: String) -> String? { raw[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
    #expect(detail.title.title == text("title") && detail.title.releaseDate == text("release_date"))
    #expect(detail.title.overview == text("overview") && detail.tagline == text("tagline"))
    #expect(
      detail.title.genres.map(\.name) == raw["genres"]?.arrayValue?.compactMap { $0["name"]?.stringValue })
    #expect(detail.runtime == raw["runtime"]?.intValue && detail.status == text("status"))
    #expect(detail.homepage == text("homepage") && detail.imdbID == text("imdb_id"))
    #expect(detail.collection?.id == raw["belongs_to_collection"]?["id"]?.intValue)
    #expect(detail.title.posterPath == text("poster_path"))
    #expect(detail.budget ?? 0 == raw["budget"]?.intValue)
    #expect(detail.revenue ?? 0 == raw["revenue"]?.intValue)
    #expect(
      detail.productionCompanies.map(\.id)
        == raw["production_companies"]?.arrayValue?.prefix(12).map { $0["id"]?.intValue })
    #expect(
      detail.spokenLanguages.map(\.code)
        == raw["spoken_languages"]?.arrayValue?.compactMap { $0["iso_639_1"]?.stringValue })
    let cast = raw["credits"]?["cast"]?.arrayValue ?? []
    #expect(detail.cast.count == min(20, cast.count))
    #expect(detail.cast.map(\.name) == cast.prefix(20).compactMap { $0["name"]?.stringValue })
    let crew = raw["credits"]?["crew"]?.arrayValue ?? []
    #expect(detail.crew.count == min(12, crew.count))
    #expect(
      detail.directors
        == crew.filter { $0["job"]?.stringValue == "Director" }.compactMap { $0["name"]?.stringValue })
    #expect(detail.crew.prefix(detail.directors.count).map(\.name) == detail.directors)
  }

  @Test func film_with_all_that_is_appended() async throws {
    let film = try Recordings.json("movie_607_detail_append")
    let german = try await detail(film, .movie, .test(region: "DE", countries: ["DE", "XX"]))
    #expect(german.certification == .init(country: "DE", value: "12", age: 12))
    #expect(german.videos.first?.videoID == "HYUd7AOw_lk" && german.videos.first?.isOfficial == true)
    #expect(german.videos.first?.publishedAt == "2013-12-24T07:18:31Z")
    #expect(german.videos.map(\.type).prefix(2) == [.trailer, .teaser])
    let offers = try #require(german.whereToWatch)
    #expect(offers.map(\.country) == ["DE"])
    #expect(offers[0].link == "https://www.themoviedb.org/movie/607-men-in-black/watch?locale=DE")
    #expect(offers[0].offers.prefix(3).map(\.provider) == ["Amazon Prime Video", "Sky Ticket", "Sky Go"])
    #expect(offers[0].offers.count == 22)
    #expect(try await detail(film, .movie).certification == .init(country: "US", value: "PG-13", age: 13))
    #expect(
      try await detail(Recordings.json("movie_550_detail_append"), .movie).certification
        == .init(country: "US", value: "R", age: 17))
  }

  @Test(arguments: ["tv_1399_detail_append", "tv_1396_detail", "tv_1668_detail_videos"])
  func series_says_what_it_says(_ name: String) async throws {
    let raw = try Recordings.json(name)
    let detail = try await detail(raw, .tv)
    #expect(detail.title.title == raw["name"]?.stringValue)
    #expect(detail.title.releaseDate == raw["first_air_date"]?.stringValue)
    #expect(detail.creators == raw["created_by"]?.arrayValue?.compactMap { $0["name"]?.stringValue })
    #expect(detail.directors == [])
    #expect(detail.runtime == raw["last_episode_to_air"]?["runtime"]?.intValue)
    let seasons = try #require(raw["seasons"]?.arrayValue)
    #expect(detail.seasons.map(\.number) == seasons.compactMap { $0["season_number"]?.intValue })
    #expect(detail.seasons.map(\.name) == seasons.compactMap { $0["name"]?.stringValue })
    #expect(detail.seasons.map(\.airDate) == seasons.map { $0["air_date"]?.stringValue })
    #expect(detail.imdbID == raw["external_ids"]?["imdb_id"]?.stringValue)
    #expect(detail.externalIDs.tvdb == raw["external_ids"]?["tvdb_id"]?.intValue)
    #expect(detail.lastEpisode?.name == raw["last_episode_to_air"]?["name"]?.stringValue)
    #expect(detail.numberOfEpisodes == raw["number_of_episodes"]?.intValue)
    #expect(
      detail.networks.map(\.name) == raw["networks"]?.arrayValue?.compactMap { $0["name"]?.stringValue })
    #expect(detail.collection == nil)
  }

  @Test func series_with_videos_and_ratings() async throws {
    let friends = try await detail(Recordings.json("tv_1668_detail_videos"), .tv)
    #expect(
      friends.videos.map(\.type) == [
        .trailer, .trailer, .featurette, .bloopers, .openingCredits, .openingCredits,
      ])
    #expect(friends.videos.map(\.isOfficial).prefix(2) == [true, false])
    #expect(friends.homepage == nil)
    let thrones = try await detail(Recordings.json("tv_1399_detail_append"), .tv, .test(region: "GB"))
    #expect(thrones.certification == .init(country: "GB", value: "18", age: 18))
    #expect(thrones.cast.first?.name == "Peter Dinklage" && thrones.imdbID == "tt0944947")
    // All seasons, by the episodes they are in.
    #expect(
      thrones.cast[7]
        == .init(
          thrones.cast[7].key, name: "Iain Glen", character: "Sir Jorah Mormont",
          profilePath: thrones.cast[7].profilePath))
    #expect(thrones.cast.count == 20 && thrones.cast[7].profilePath != nil)
    #expect(
      thrones.crew.prefix(4).map { "\($0.name) \($0.job)" } == [
        "David Benioff Writer", "D. B. Weiss Writer", "George R. R. Martin Novel",
        "Ramin Djawadi Original Music Composer",
      ])
  }

  /// Recorded one by one, here as they are appended.
  @Test func blocks_by_themselves() async throws {
    let film = Bodies.film(47964).with([
      JSONMember("videos", try Recordings.json("movie_47964_videos")),
      JSONMember("similar", try Recordings.json("movie_47964_similar")),
      JSONMember("recommendations", try Recordings.json("movie_47964_recommendations")),
      JSONMember("watch/providers", try Recordings.json("movie_47964_watch_providers")),
      JSONMember("release_dates", try Recordings.json("movie_47964_release_dates")),
    ])
    let detail = try await detail(film, .movie, .test(region: "FR", countries: ["DE", "US", "GB"]))
    #expect(
      detail.videos.prefix(4).compactMap(\.videoID) == [
        "mXTImBrEKUc", "GUFoll7D4h4", "5SQ0IzY0YrY", "NbUhLKH9Uoo",
      ])
    #expect(detail.videos.count == 13)
    for (titles, name) in [
      (detail.similar, "movie_47964_similar"), (detail.recommendations, "movie_47964_recommendations"),
    ] {
      let ids = try Recordings.json(name)["results"]?.arrayValue?.compactMap { $0["id"]?.intValue } ?? []
      #expect(titles.map(\.id) == Array(ids.prefix(12)))
    }
    #expect(detail.certification == .init(country: "FR", value: "16", age: 16))
    #expect(detail.whereToWatch?.map(\.country) == ["DE", "US", "GB"])
    let german = try #require(detail.whereToWatch?.first)
    #expect(
      german.offers.map(\.kind).reduce(into: [:]) { $0[$1, default: 0] += 1 } == [
        "flatrate": 3, "buy": 9, "rent": 10,
      ])
    let series = Bodies.series(1396).with([
      JSONMember("content_ratings", try Recordings.json("tv_1396_content_ratings")),
      JSONMember("watch/providers", try Recordings.json("tv_1396_watch_providers")),
    ])
    let bad = try await self.detail(series, .tv, .test(region: "AU", countries: ["US"]))
    #expect(bad.certification == .init(country: "AU", value: "MA 15+", age: 15))
    #expect(bad.whereToWatch?.first?.offers.isEmpty == false)
  }

  /// Every certificate TMDB had for two titles: those that say no age are known by name.
  @Test func certificates_of_all_countries_are_understood() throws {
    let film = Bodies.film(1).with("release_dates", try Recordings.json("movie_47964_release_dates"))
    let series = Bodies.series(1).with("content_ratings", try Recordings.json("tv_1396_content_ratings"))
    for (body, mediaType) in [(film, Title.MediaType.movie), (series, .tv)] {
      let detail = try TMDBDetail(Array(body.text().utf8), mediaType, 1)
      #expect(detail.certifications.count > 20)
      for country in detail.certifications.keys {
        let certificate = detail.certification(in: country)
        #expect(certificate?.country == country)
        #expect((6...21).contains(certificate?.age ?? 0), "\(country): \(certificate?.value ?? "")")
      }
    }
  }

  @Test func title_is_found_by_its_number_of_IMDb() throws {
    #expect(
      try TMDBFound(Recordings.body("find_imdb_tt0088247_movie")).names == [.init(mediaType: .movie, id: 218)]
    )
    #expect(
      try TMDBFound(Recordings.body("find_imdb_tt0903747_tv")).names == [.init(mediaType: .tv, id: 1396)])
  }

  @LoopActor @Test func tables_have_all_their_rows() async throws {
    let fetcher = PreparedFetcher()
    for (path, name) in [
      ("/genre/movie/list", "genre_movie_list"), ("/genre/tv/list", "genre_tv_list"),
      ("/configuration/countries", "configuration_countries"),
      ("/configuration/languages", "configuration_languages"),
      ("/watch/providers/regions", "watch_providers_regions"),
      ("/watch/providers/movie", "watch_providers_movie"),
    ] { fetcher.bodies[path] = try await Recordings.loaded(name) }
    let source = TMDBSource(fetcher: fetcher)
    let genres = try await source.genres([.movie, .tv], .test()).value
    #expect(genres.count { $0.mediaType == .movie } == 19 && genres.count { $0.mediaType == .tv } == 16)
    let countries = try await source.countries(.test()).value
    #expect(countries.count == 251)
    #expect(countries.count(where: \.hasWhereToWatch) == 139)
    #expect(countries.first { $0.code == "DE" }?.nativeName == "Deutschland")
    let languages = try await source.languages(.test()).value
    #expect(languages.count == 186 && !languages.contains { $0.code == "xx" || $0.nativeName.isEmpty })
    let german = try await source.providers(
      ProvidersParams(
        try Arguments(ProvidersMethod.method, params: Array(#"{"country":"DE"}"#.utf8).span)),
      .test())
    #expect(german.value.count == 781)
    #expect(
      german.value.prefix(5).map(\.name) == [
        "Netflix", "Amazon Prime Video", "Apple TV", "Disney Plus", "Apple TV Store",
      ])
  }

  static let errors: [(String, Int)] = [
    ("error_22_invalid_page_400", 400), ("error_25_rate_limit_429", 429), ("error_34_not_found_404", 404),
    ("error_422_query_missing", 422), ("error_7_invalid_key_401", 401),
  ]

  @Test(arguments: errors)
  func error_is_no_answer(_ name: String, _ status: Int) throws {
    let body = try Recordings.body(name)
    #expect(throws: UndecodableAnswer.self) { try TMDBPage(body, of: .movie) }
    #expect(throws: UndecodableAnswer.self) { try TMDBDetail(body, .movie, 1) }
    #expect(throws: UndecodableAnswer.self) { try TMDBGenreTable(body) }
    #expect(throws: UndecodableAnswer.self) { try TMDBFound(body) }
    let response = HTTPResponse(status: status, headers: HTTPHeaders([]), body: body)
    let fault = UpstreamError.read(.tmdb, response, at: 0)
    switch status {
    case 401: #expect(fault == .refused("Invalid API key: You must be granted a valid key."))
    case 404: #expect(fault == nil)
    case 429: #expect(fault == .limited(retryAfter: nil))
    default: #expect(fault == .status(status))
    }
  }

  /// Nothing here asks for these: reviews and people are not shown, and addresses of images are a setting.
  static let unused = [
    "configuration", "movie_47964_reviews", "search_person_bryan_cranston",
  ]

  @Test(arguments: unused)
  func what_is_not_asked_for_is_not_taken_for_titles(_ name: String) throws {
    #expect(throws: UndecodableAnswer.self) { try TMDBPage(Recordings.body(name), of: nil) }
  }

  @Test func no_recording_is_forgotten() {
    let read = Set(
      Self.lists.map(\.0) + Self.errors.map(\.0) + Self.unused + [
        "movie_550_detail_append", "movie_607_detail_append",
        "movie_348_detail", "movie_latest_sparse", "tv_1399_detail_append", "tv_1396_detail",
        "tv_1668_detail_videos", "movie_47964_videos", "movie_47964_watch_providers",
        "movie_47964_release_dates", "tv_1396_content_ratings", "tv_1396_watch_providers",
        "find_imdb_tt0088247_movie", "find_imdb_tt0903747_tv", "genre_movie_list", "genre_tv_list",
        "configuration_countries", "configuration_languages", "watch_providers_regions",
        "watch_providers_movie",
      ])
    let all = Recordings.names.filter { !$0.hasPrefix("itunes_") && !$0.hasPrefix("youtube_") }
    #expect(Set(all) == read)
  }
}
