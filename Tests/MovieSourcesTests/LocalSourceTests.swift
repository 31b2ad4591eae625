import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

/// On the catalogue in the binary: what the lists of the contract say.
@Suite(.timeLimit(.minutes(20))) struct LocalSourceTests {
  @LoopActor private static let source = LocalSource(
    LocalSource.open(
      folder: try? ReadyCatalogue.folder(), embedded: true,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }), patience: .seconds(240))
  private static let asOf = "2026-07-29"
  private static let options = FetchOptions(day: asOf)

  private func browse(
    _ list: BrowseList, _ mediaType: MediaChoice? = nil, on day: String = "2026-07-29", page: Int = 1,
    _ change: (inout BrowseParams) -> Void = { _ in }
  ) async throws -> FoundTitles {
    var params = BrowseParams(list: list, mediaType: mediaType, page: page)
    change(&params)
    return try await Self.source.browse(params, FetchOptions(day: day))
  }

  private func isDescending(_ values: [Double?]) -> Bool {
    zip(values, values.dropFirst()).allSatisfy { ($0 ?? -1) >= ($1 ?? -1) }
  }

  @Test(arguments: [MediaChoice.movie, .tv, .any])
  func trending_is_the_most_popular_of_the_last_twelve_months(_ mediaType: MediaChoice) async throws {
    let found = try await browse(.trending, mediaType)
    #expect(!found.titles.isEmpty)
    #expect(isDescending(found.titles.map(\.popularity)))
    for title in found.titles {
      let date = try #require(title.releaseDate)
      #expect(date > "2025-07-28" && date <= Self.asOf)
      #expect(mediaType == .any || title.mediaType.rawValue == mediaType.rawValue)
    }
    // The snapshot's year, whatever the day is.
    #expect(try await browse(.trending, mediaType, on: "2031-01-01").titles == found.titles)
  }

  @Test(arguments: [MediaChoice.movie, .tv])
  func popular_films_have_most_votes_and_top_rated_the_best_of_many_votes(_ mediaType: MediaChoice)
    async throws
  {
    let popular = try await browse(.popular, mediaType)
    if mediaType == .movie { #expect(isDescending(popular.titles.map { $0.voteCount.map(Double.init) })) }
    let rated = try await browse(.topRated, mediaType)
    #expect(
      isDescending(
        rated.titles.map { title in
          let (votes, average) = (Double(title.voteCount ?? 0), title.voteAverage ?? 0)
          return (((votes * average + 6900) / (votes + 1000)) * 1000).rounded()
        }))
    #expect(rated.titles.allSatisfy { ($0.voteCount ?? 0) >= 300 })
    #expect(rated.total <= popular.total)
    #expect((popular.titles + rated.titles).allSatisfy { $0.mediaType.rawValue == mediaType.rawValue })
  }

  @Test func upcoming_and_now_playing_go_by_the_day() async throws {
    let upcoming = try await browse(.upcoming)
    #expect(!upcoming.titles.isEmpty)
    #expect(upcoming.titles.compactMap(\.releaseDate) == upcoming.titles.compactMap(\.releaseDate).sorted())
    #expect(upcoming.titles.allSatisfy { ($0.releaseDate ?? "") > Self.asOf })
    let playing = try await browse(.nowPlaying)
    #expect(!playing.titles.isEmpty)
    #expect(
      playing.titles.allSatisfy {
        "2026-06-14" < ($0.releaseDate ?? "") && ($0.releaseDate ?? "") <= Self.asOf
      })
    // As the snapshot ages, they run dry.
    #expect(try await browse(.upcoming, on: "2031-01-01").total == 0)
    #expect(try await browse(.nowPlaying, on: "2031-01-01").total == 0)
  }

  @Test func discover_takes_filters_together() async throws {
    let found = try await browse(.discover) {
      $0.genre = "science fiction,drama"
      $0.year = 2014
      $0.minVotes = 1000
      $0.sortBy = SortOrder("title")
    }
    #expect(found.titles.contains { $0.title == "Interstellar" })
    #expect(found.titles.map { $0.title.lowercased() } == found.titles.map { $0.title.lowercased() }.sorted())
    #expect(found.titles.allSatisfy { Set($0.genreIDs).isSuperset(of: [878, 18]) && $0.year == 2014 })
    let either = try await browse(.discover) {
      $0.genre = "878|18"
      $0.year = 2014
      $0.minVotes = 1000
    }
    #expect(either.total > found.total)
  }

  @Test func what_only_TMDB_has_names_the_key() async throws {
    let changes: [(BrowseList, @Sendable (inout BrowseParams) -> Void)] = [
      (.airingToday, { _ in }), (.onTheAir, { _ in }), (.nowPlaying, { $0.mediaType = .tv }),
      (.discover, { $0.provider = "8" }),
      (.discover, { $0.offer = "rent" }), (.discover, { $0.sortBy = SortOrder("revenue") }),
    ]
    for (list, change) in changes {
      let error = await #expect(throws: RPCError.self) { try await browse(list, nil, change) }
      #expect(error?.kind == .upstreamUnauthorized)
      #expect(
        error?.details == [
          JSONMember("source", "tmdb"), JSONMember("reason", "no_key"), JSONMember("setting", "tmdb.key"),
        ])
    }
  }

  @Test func unknown_genre_is_refused_by_name() async throws {
    let error = await #expect(throws: RPCError.self) {
      try await browse(.discover) { $0.genre = "drama,wester" }
    }
    #expect(error?.kind == .invalidParams)
    #expect(error?.message == #"there is no genre "wester""#)
    #expect(error?.hint == "did you mean Western?")
  }

  @Test func award_has_every_winner_newest_first() async throws {
    let first = try await browse(.award)
    #expect(first.total == BestPicture.winners.count)
    let years = first.titles.compactMap(\.year)
    #expect(years.count == 20)
    #expect(years == years.sorted(by: >))
    let last = try await browse(.award, page: (first.total + 19) / 20)
    #expect(last.titles.last?.year == BestPicture.winners.last.flatMap { Int($0.releaseDate.prefix(4)) })
    #expect(try await browse(.award, page: 1000).titles.isEmpty)
  }

  @Test func each_day_has_another_daily_list() async throws {
    func keys(_ day: String) async throws -> [TitleKey] {
      let titles = try await browse(.daily, .movie, on: day).titles
      #expect(titles.allSatisfy { $0.voteAverage ?? 0 >= 7 })
      return titles.map(\.key)
    }
    let days = try await [keys("2026-11-21"), keys("2026-11-22"), keys("2026-11-23")]
    #expect(Set(days.compactMap(\.first)).count == 3 && days.allSatisfy { Set($0).count == 20 })
    #expect(try await keys("2026-11-21") == days[0])
  }

  @Test func recommended_without_favourites_is_top_rated() async throws {
    #expect(try await browse(.recommended, .movie).titles == browse(.topRated, .movie).titles)
    #expect(Set(try await browse(.recommended).titles.map(\.mediaType)) == [.movie, .tv])
  }

  @Test func nothing_is_downloaded_yet() async throws {
    #expect(try await browse(.downloaded).total == 0)
  }

  @Test func pages_follow_one_another_without_gap_or_repetition() async throws {
    var keys: [TitleKey] = []
    let total = try await browse(.discover, .tv).total
    for page in 1...(total + 19) / 20 {
      keys += try await browse(.discover, .tv, page: page).titles.map(\.key)
    }
    #expect(keys.count == total)
    #expect(Set(keys).count == total)
    #expect(try await browse(.discover, .tv, page: 1_000_000_000).titles.isEmpty)
  }

  @Test func detail_tells_what_the_facts_have() async throws {
    let found = try #require(try await Self.source.detail(.tmdb(.movie, 438_631), Self.options))
    let detail = found.detail
    #expect(detail.title.title == "Dune")
    #expect(detail.directors == ["Denis Villeneuve"])
    #expect(detail.crew == [TitleDetail.CrewMember(name: "Denis Villeneuve", job: "Director")])
    #expect(detail.cast.first?.name == "Timothée Chalamet")
    #expect(detail.collection == TitleDetail.Collection(id: nil, name: "Dune Collection"))
    #expect(detail.runtime == 155)
    #expect(detail.isPartial)
    #expect(detail.similar.first?.title == "Dune: Part Two")
    #expect(detail.similar.count == 12 && detail.recommendations.count == 12)
    let related = (detail.similar + detail.recommendations).map(\.key)
    #expect(Set(related).count == 24 && !related.contains("movie/438631"))
    #expect(found.meta.source == .catalogue && found.meta.asOf == Self.asOf)
    var options = Self.options
    options.includesRelated = false
    let alone = try #require(try await Self.source.detail(.tmdb(.movie, 438_631), options))
    #expect(alone.detail.title == detail.title && alone.detail.cast == detail.cast)
    #expect(alone.detail.similar.isEmpty && alone.detail.recommendations.isEmpty)
  }

  @Test func every_title_has_a_detail_with_neighbours() async throws {
    for list in [BrowseList.discover, .award] {
      for mediaType in list.mediaTypes {
        let found = try await Self.source.browse(
          {
            var params = BrowseParams(list: list, mediaType: mediaType); params.pageSize = 100; return params
          }(),
          FetchOptions(day: Self.asOf))
        for title in found.titles {
          #expect(try await Self.source.detail(title.key, Self.options)?.detail.title == title)
        }
      }
    }
  }

  @Test(arguments: ["movie/1", "tv/438631", "itunes/1", "imdb/tt1160419", "movie/999999999999999"])
  func unknown_key_finds_nothing(_ text: String) async throws {
    let key = try #require(TitleKey(text))
    #expect(try await Self.source.detail(key, Self.options).map(\.detail) == nil)
    let arguments = try Arguments(TrailerMethod.method, params: .object([JSONMember("key", .string(text))]))
    let params = TrailerParams(key, arguments)
    #expect(try await Self.source.videos(params, Self.options).map(\.videos) == nil)
  }

  @Test(
    arguments: [
      // It is not known whether its title is another one in France.
      ("movie/406", nil), ("movie/129", "千と千尋の神隠し"), ("movie/949", "Heat"),
    ] as [(TitleKey, String?)])
  func original_title_is_told_where_it_is_known(_ key: TitleKey, _ original: String?) async throws {
    let found = try #require(try await Self.source.detail(key, Self.options))
    #expect(found.detail.title.originalTitle == original)
  }

  @Test func trailer_is_a_search_for_title_and_year() async throws {
    let key = TitleKey.tmdb(.movie, 194)
    let params = TrailerParams(key, try Arguments(TrailerMethod.method, params: ["key": "movie/194"]))
    let found = try #require(try await Self.source.videos(params, Self.options))
    #expect(found.title == "Amélie")
    #expect(
      found.videos.map(\.url) == ["https://www.youtube.com/results?search_query=Am%C3%A9lie%202001%20trailer"]
    )
    #expect(found.videos.first?.type == .search)
    let clips = TrailerParams(
      key, try Arguments(TrailerMethod.method, params: ["key": "movie/194", "types": ["clip"]]))
    #expect(try await Self.source.videos(clips, Self.options)?.videos.isEmpty == true)
  }

  @Test func suggest_begins_as_search_does() async throws {
    let arguments = try Arguments(SuggestMethod.method, params: ["q": "the god", "limit": 5])
    let suggested = try await Self.source.suggest(
      SuggestParams(arguments), FetchOptions(day: "2026-11-21")
    ).titles
    let search = try Arguments(SearchMethod.method, params: ["q": "the god"])
    let found = try await Self.source.search(SearchParams(search, defaultDebounce: 0), Self.options).titles
    #expect(suggested.map(\.key) == found.prefix(5).map(\.key))
    #expect(suggested.first?.title == "The Godfather")
  }
}
