import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// A query that names nothing at TMDB, and describes titles.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBDescriptionTests {
  private let fetcher = PreparedFetcher([
    "/search/multi": Bodies.page([]), "/search/movie": Bodies.page([]), "/search/tv": Bodies.page([]),
    "/discover/movie": Bodies.page([Bodies.film(1)]), "/discover/tv": Bodies.page([Bodies.series(2)]),
    "/search/person": [
      "results": [["id": 6856, "name": "Kurt Russell"], ["id": 7, "name": "Bong Joon-ho"]]
    ],
  ])

  private func search(
    _ q: String, _ mediaType: Title.MediaType? = nil, year: Int? = nil,
    priority: FetchOptions.Priority = .interactive
  ) async throws -> (keys: [String], discovered: [String]) {
    var options = FetchOptions.test()
    options.priority = priority
    let params = SearchParams(q: q, mediaType, year: year, pageSize: 20)
    let found = try await TMDBSource(fetcher: fetcher).search(params, options)
    let suffix = "language=en-US&page=1"
    let discovered = fetcher.targets.filter { $0.hasPrefix("/discover") }.map {
      $0.replacing("&" + suffix, with: "").replacing(suffix + "&", with: "")
    }
    return (found.titles.map(\.key.text), discovered)
  }

  @Test func genre_and_decade_are_discovered_among_films_and_series() async throws {
    let found = try await search("80s horror")
    #expect(found.keys == ["movie/1"])
    #expect(
      found.discovered == [
        "/discover/movie?primary_release_date.gte=1980-01-01&primary_release_date.lte=1989-12-31&with_genres=27"
      ])
  }

  @Test func genre_of_both_is_that_of_each() async throws {
    let found = try await search("scifi")
    #expect(found.keys == ["movie/1", "tv/2"])
    #expect(
      found.discovered.sorted() == ["/discover/movie?with_genres=878", "/discover/tv?with_genres=10765"])
  }

  @Test func country_without_a_language_is_asked_for() async throws {
    #expect(
      try await search("british series").discovered == ["/discover/tv?with_origin_country=GB"])
    #expect(
      try await search("korean thriller", .movie, year: 2003).discovered.last
        == "/discover/movie?primary_release_year=2003&with_genres=53&with_original_language=ko")
  }

  @Test func person_is_looked_up_and_is_in_films_only() async throws {
    let found = try await search("kurt russell horror 1982")
    #expect(found.keys == ["movie/1"])
    #expect(
      found.discovered == [
        "/discover/movie?primary_release_date.gte=1982-01-01&primary_release_date.lte=1982-12-31"
          + "&with_genres=27&with_people=6856"
      ])
    #expect(fetcher.asked("query").last == "kurt%20russell")
    #expect(try await search("kurt russell horror", .tv).keys == [])
  }

  @Test(arguments: ["xyzzy horror", "kurt horror xyzzy", "dune", "xyzzy plugh"])
  func words_that_name_nobody_are_not_passed_over(q: String) async throws {
    #expect(try await search(q) == ([], []))
  }

  @Test func titles_of_that_name_are_enough() async throws {
    fetcher.bodies["/search/multi"] = Bodies.page([Bodies.film(3, "Horror").with("media_type", "movie")])
    #expect(try await search("horror") == (["movie/3"], []))
  }

  @Test func what_is_matched_must_have_the_name() async throws {
    #expect(try await search("80s horror", priority: .prefetch) == ([], []))
  }
}
