import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBSeasonTests {
  nonisolated private static func episode(_ number: Int, _ overview: String = "They meet.") -> JSONValue {
    [
      "season_number": 2, "episode_number": .integer(number), "name": "Meri", "overview": .string(overview),
      "air_date": "2026-01-01", "runtime": 45, "vote_average": 8, "vote_count": 3, "still_path": "/e.jpg",
    ]
  }

  nonisolated private static func series(_ episodes: [JSONValue]) -> JSONValue {
    Bodies.series(7, "Saari").with(
      "season/2",
      [
        "season_number": 2, "name": "", "overview": "It goes on.", "air_date": "2026-01-01",
        "poster_path": "/s.jpg", "vote_average": 0, "episodes": .array(episodes),
      ])
  }

  private func season(_ body: JSONValue, _ number: Int = 2) async throws -> FoundSeason? {
    let fetcher = PreparedFetcher(["/tv/7": body])
    let found = try await TMDBSource(fetcher: fetcher).season(.tmdb(.tv, 7), number: number, .test("de"))
    #expect(fetcher.targets == ["/tv/7?append_to_response=season%2F\(number)&language=de"])
    return found?.value
  }

  @Test func season_has_its_episodes_once() async throws {
    let other = Self.episode(3).with("season_number", 1)
    let found = try #require(
      try await season(Self.series([Self.episode(1), Self.episode(2), Self.episode(2), other, .null])))
    #expect(found.series.title == "Saari" && found.season?.name == "Season 2")
    #expect(found.season?.episodes.map(\.number) == [1, 2] && found.season?.voteAverage == nil)
    let missing = try await season(Bodies.series(7), 9)
    #expect(missing != nil && missing?.season == nil)
  }

  /// A thousand episodes do not make an answer that nobody can read.
  @Test func many_episodes_have_short_overviews_or_none() async throws {
    let long = String(repeating: "word ", count: 300)
    for (count, hasText) in [(30, true), (200, true), (1200, false)] {
      let body = Self.series((1...count).map { Self.episode($0, long) })
      let found = try #require(try await season(body)?.season)
      #expect(found.episodes.count == min(count, SeasonDetail.maxEpisodes))
      #expect((found.episodes[0].overview != nil) == hasText)
      if count == 30 { #expect(found.encoded().count < 64 << 10) }
    }
  }

  @Test func anything_in_its_place_costs_itself() {
    HostileTMDBTests.variants(Self.series([Self.episode(1)])) { body in
      guard let read = try? TMDBSeason(Array(body.text().utf8), 7, number: 2) else { return }
      #expect(read.found.season?.episodes.count ?? 0 <= 1)
    }
  }

  @Test func episode_of_a_release_is_named() async throws {
    let next: JSONValue = ["air_date": "2026-11-21", "season_number": 2, "episode_number": 9, "name": "Meri"]
    let last: JSONValue = [
      "air_date": "2026-11-14", "season_number": 2, "episode_number": 8, "name": "Episode 8",
    ]
    let fetcher = PreparedFetcher([
      "/tv/9": Bodies.series(9).with("next_episode_to_air", next).with("last_episode_to_air", last)
    ])
    let found = try await TMDBSource(fetcher: fetcher).releases(of: .tmdb(.tv, 9), .test())
    #expect(found?.value.releases.map(\.episode) == ["S02E08", "S02E09 Meri"])
  }
}
