import EventLoop
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBReleasesTests {
  nonisolated private static func country(_ code: String, _ dates: (String, Int)...) -> JSONValue {
    [
      "iso_3166_1": .string(code),
      "release_dates": .array(
        dates.map {
          ["certification": "", "release_date": .string($0.0 + "T00:00:00.000Z"), "type": .integer($0.1)]
        }),
    ]
  }

  private func options(maxAge: Duration? = nil) -> FetchOptions {
    var options = FetchOptions.test()
    options.maxAge = maxAge
    return options
  }

  private func words(_ found: Found<TitleReleases>?) -> [String]? {
    found?.value.releases.map { "\($0.kind) \($0.day.text) \($0.country ?? "-")" }
  }

  @Test func a_film_has_the_dates_of_its_certificates() async throws {
    let fetcher = PreparedFetcher([
      "/movie/7/release_dates": [
        "id": 7,
        "results": [
          Self.country(
            "US", ("2026-11-14", 1), ("2026-11-20", 2), ("2026-11-27", 3), ("2027-01-05", 4),
            ("2027-02-02", 5),
            ("2028-01-01", 6)),
          // Twice the same.
          Self.country("DE", ("2026-11-26", 3), ("2026-11-26", 2)),
          // Only for those who are invited, and made for television.
          Self.country("FR", ("2026-05-20", 1)), Self.country("GB", ("2026-12-24", 6)),
        ],
      ]
    ])
    let found = try await TMDBSource(fetcher: fetcher).releases(of: .tmdb(.movie, 7), options())
    #expect(
      words(found) == [
        "cinema 2026-11-20 US", "cinema 2026-11-26 DE", "cinema 2026-11-27 US", "digital 2026-12-24 GB",
        "digital 2027-01-05 US", "physical 2027-02-02 US",
      ])
    #expect(found?.value.isOver == false && found?.meta.source == .tmdb)
    #expect(fetcher.paths == ["/movie/7/release_dates"])
  }

  private func film(_ notes: [(code: String, date: String, type: Int, note: String)]) -> TitleReleases {
    TMDBReleases.film([
      "results": .array(
        notes.map { item in
          [
            "iso_3166_1": .string(item.code),
            "release_dates": [
              [
                "release_date": .string(item.date + "T00:00:00.000Z"), "type": .integer(item.type),
                "note": .string(item.note),
              ]
            ],
          ]
        })
    ])
  }

  @Test(arguments: [
    "Sundance Film Festival", "sundance film festival (online)", "Festival de Cannes", "Filmfest München",
    "London FrightFest", "Berlinale", "TIFF", "SXSW", "İstanbul Film Festivali", "東京国際映画祭",
    "Московский международный кинофестиваль", "Festivalul de Film",
  ])
  func festival_is_no_release(_ note: String) {
    for type in 2...6 {
      let found = film([("US", "2026-01-25", type, note), ("US", "2026-09-25", 4, "Netflix")])
      #expect(found.releases.map(\.day.text) == ["2026-09-25"] && !found.isOnlyShown, "\(type)")
    }
  }

  @Test(arguments: [
    "", "Netflix", "Sundance Now", "Re-release", "IMAX", "Manhattan", "DVD", "Festive edition",
  ])
  func other_notes_are_no_festivals(_ note: String) {
    #expect(film([("US", "2026-01-25", 4, note)]).releases.count == 1)
  }

  @Test func what_was_only_shown_is_not_the_same_as_what_has_no_dates() {
    #expect(film([("US", "2026-01-25", 4, "Sundance Film Festival")]).isOnlyShown)
    #expect(film([("FR", "2026-05-20", 1, "")]).isOnlyShown)
    #expect(!film([]).isOnlyShown && !film([("FR", "soon", 1, "")]).isOnlyShown)
    #expect(!film([("FR", "2026-05-20", 1, ""), ("FR", "2026-06-20", 3, "")]).isOnlyShown)
  }

  @Test func a_series_has_its_last_and_its_next_episode() async throws {
    let next: JSONValue = ["air_date": "2026-11-21", "episode_number": 3]
    let last: JSONValue = ["air_date": "2026-11-14", "episode_number": 2]
    let fetcher = PreparedFetcher([
      "/tv/9": Bodies.series(9).with("next_episode_to_air", next).with("last_episode_to_air", last)
        .with("origin_country", ["JP", "US"]),
      "/tv/10": Bodies.series(10).with("next_episode_to_air", .null).with("last_episode_to_air", last)
        .with("status", "Ended"),
    ])
    let source = TMDBSource(fetcher: fetcher)
    let running = try await source.releases(of: .tmdb(.tv, 9), options())
    #expect(words(running) == ["episode 2026-11-14 JP", "episode 2026-11-21 JP"])
    #expect(running?.value.isOver == false)
    let over = try await source.releases(of: .tmdb(.tv, 10), options())
    #expect(words(over) == ["episode 2026-11-14 -"] && over?.value.isOver == true)
    #expect(fetcher.targets == ["/tv/9?language=en-US", "/tv/10?language=en-US"])
  }

  @Test func what_a_detail_has_brought_is_not_asked_for_again() async throws {
    let block: JSONValue = ["results": [Self.country("DE", ("2026-11-26", 3))]]
    let fetcher = PreparedFetcher([
      "/movie/7": Bodies.film(7).with("release_dates", block),
      "/movie/7/release_dates": ["id": 7, "results": []],
    ])
    let source = TMDBSource(fetcher: fetcher)
    fetcher.fetchedAt["/movie/7"] = .now - .seconds(5)
    let found = try await source.releases(of: .tmdb(.movie, 7), options(maxAge: .seconds(60)))
    #expect(words(found) == ["cinema 2026-11-26 DE"] && found?.meta.cache == .hit)
    #expect(fetcher.paths == ["/movie/7"])
    // One that is too old will not do, nor one that does not say.
    #expect(try await words(source.releases(of: .tmdb(.movie, 7), options(maxAge: .seconds(1)))) == [])
    fetcher.bodies["/movie/7"] = Bodies.film(7)
    #expect(try await words(source.releases(of: .tmdb(.movie, 7), options(maxAge: .seconds(60)))) == [])
    #expect(fetcher.paths.last == "/movie/7/release_dates")
  }

  @Test func what_TMDB_does_not_have_is_nil_and_what_could_not_be_asked_is_not() async throws {
    let fetcher = PreparedFetcher()
    let source = TMDBSource(fetcher: fetcher)
    for key in [TitleKey.tmdb(.movie, 7), .tmdb(.tv, 7), .itunes(7), .imdb("tt0000007")] {
      #expect(try await words(source.releases(of: key, options())) == nil)
    }
    fetcher.faults["/movie/7/release_dates"] = RPCError(.upstreamUnavailable, .words("down"))
    await #expect(throws: RPCError.self) { try await source.releases(of: .tmdb(.movie, 7), options()) }
  }

  @Test(
    arguments: [
      ["results": [.null, 7, "DE", []]], ["results": [["iso_3166_1": 7, "release_dates": 7]]],
      ["results": [["iso_3166_1": "DEU", "release_dates": [["release_date": "2026-11-26", "type": 3]]]]],
      ["results": [["iso_3166_1": "DE", "release_dates": [["release_date": "soon", "type": 3]]]]],
      ["results": [["iso_3166_1": "DE", "release_dates": [["release_date": 20_261_126, "type": "3"]]]]],
      ["results": [["iso_3166_1": "DE", "release_dates": [["release_date": "2026-11-26", "type": 99]]]]],
      ["results": []],
    ] as [JSONValue])
  func rows_that_cannot_be_read_say_nothing(_ block: JSONValue) {
    #expect(TMDBReleases.film(block).releases == [])
  }
}
