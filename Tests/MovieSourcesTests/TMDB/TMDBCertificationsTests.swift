import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@LoopActor
@Suite(.timeLimit(.minutes(20))) struct TMDBCertificationsTests {
  private func bytes(_ body: JSONValue) -> [UInt8] { Array(body.text().utf8) }

  nonisolated private static let film: JSONValue = [
    "id": 7,
    "results": [
      [
        "iso_3166_1": "DE",
        "release_dates": [
          ["certification": "", "type": 1], ["certification": "16", "type": 5],
          ["certification": "12", "type": 3],
        ],
      ],
      ["iso_3166_1": "FI", "release_dates": [["certification": "", "type": 3]]],
      ["iso_3166_1": "US", "release_dates": [["certification": "PG-13", "type": 3]]],
    ],
  ]

  @Test func certificate_of_the_cinemas_counts_first() async throws {
    let fetcher = PreparedFetcher(["/movie/7/release_dates": Self.film])
    let source = TMDBSource(fetcher: fetcher)
    #expect(try await source.certificates(of: .tmdb(.movie, 7), .test()) == ["DE": "12", "US": "PG-13"])
    #expect(fetcher.paths.allSatisfy { $0 == "/movie/7/release_dates" })
    #expect(fetcher.kinds.allSatisfy { $0 == .certificates })
  }

  @Test func series_have_ratings() async throws {
    let fetcher = PreparedFetcher([
      "/tv/9/content_ratings": [
        "id": 9,
        "results": [
          ["iso_3166_1": "US", "rating": "TV-MA"], ["iso_3166_1": "DE", "rating": "16"],
          ["iso_3166_1": "DE", "rating": "18"], ["iso_3166_1": "FR", "rating": ""], .null,
        ],
      ]
    ])
    let source = TMDBSource(fetcher: fetcher)
    #expect(try await source.certificates(of: .tmdb(.tv, 9), .test()) == ["US": "TV-MA", "DE": "16"])
  }

  @Test func unrated_release_does_not_hide_the_certificate_of_another() throws {
    func words(_ dates: [JSONValue]) throws -> [String: String] {
      let body: JSONValue = ["id": 7, "results": [["iso_3166_1": "US", "release_dates": .array(dates)]]]
      return try TMDBCertifications(bytes(body), .movie, 7).words
    }
    let unrated: JSONValue = ["certification": "NR", "type": 3]
    #expect(try words([unrated, ["certification": "R", "type": 5]]) == ["US": "R"])
    #expect(try words([unrated, ["certification": "R", "type": 3]]) == ["US": "R"])
    #expect(try words([["certification": "R"], unrated]) == ["US": "R"])
    #expect(try words([unrated]) == ["US": "NR"])
    let series: JSONValue = [
      "id": 7,
      "results": [["iso_3166_1": "US", "rating": "NR"], ["iso_3166_1": "US", "rating": "TV-14"]],
    ]
    #expect(try TMDBCertifications(bytes(series), .tv, 7).words == ["US": "TV-14"])
  }

  @Test func title_that_is_not_there_has_none_and_one_of_others_is_not_asked_for() async throws {
    let fetcher = PreparedFetcher()
    let source = TMDBSource(fetcher: fetcher)
    #expect(try await source.certificates(of: .tmdb(.movie, 7), .test()) == nil)
    for key in [TitleKey.itunes(7), .imdb("tt0000007")] {
      #expect(try await source.certificates(of: key, .test()) == nil)
    }
    #expect(fetcher.paths.allSatisfy { $0.hasPrefix("/movie/7") })
  }

  /// A page of a detail is one question, not two.
  @Test func detail_brings_them() async throws {
    let detail = Bodies.film(7, nil, JSONMember("release_dates", ["results": Self.film["results"] ?? .null]))
    let bench = FetcherBench { request in
      request.url.contains("/movie/7") ? .status(200, detail.text()) : .status(200, #"{"genres":[]}"#)
    }
    bench.now = .now
    let source = TMDBSource(fetcher: bench.fetcher)
    var options = FetchOptions.test()
    options.isCacheOnly = true
    await #expect(throws: (any Error).self) { try await source.certificates(of: .tmdb(.movie, 7), options) }
    #expect(bench.transport.requests.isEmpty)
    #expect(try await source.detail(.tmdb(.movie, 7), .test()) != nil)
    func questions() -> Int { bench.transport.requests.count { $0.url.contains("/movie/7") } }
    #expect(questions() == 1)
    for options in [options, .test()] {
      #expect(try await source.certificates(of: .tmdb(.movie, 7), options) == ["DE": "12", "US": "PG-13"])
    }
    #expect(questions() == 1)
  }

  @Test func they_are_kept_for_long() async throws {
    let bench = FetcherBench { _ in .status(200, Self.film.text()) }
    bench.now = .now
    let source = TMDBSource(fetcher: bench.fetcher)
    for _ in 1...2 {
      #expect(try await source.certificates(of: .tmdb(.movie, 7), .test())?["DE"] == "12")
      bench.now += .seconds(59 * 86_400)
    }
    #expect(bench.transport.requests.count == 1)
  }

  @Test func what_could_not_be_asked_is_not_none() async throws {
    let fetcher = PreparedFetcher()
    fetcher.faults["/movie/7/release_dates"] = RPCError(.upstreamUnavailable, .words("down"))
    let source = TMDBSource(fetcher: fetcher)
    await #expect(throws: RPCError.self) { try await source.certificates(of: .tmdb(.movie, 7), .test()) }
  }

  @Test(
    arguments: [
      ["id": 8, "results": []], ["results": []], ["id": 7], ["id": 7, "results": .null],
      ["id": 7, "results": [:]], [], "x", ["success": false, "status_message": "no"],
    ] as [JSONValue])
  func body_of_something_else_is_refused(_ body: JSONValue) {
    #expect(throws: UndecodableAnswer.self) { try TMDBCertifications(bytes(body), .movie, 7) }
  }

  @Test(
    arguments: [
      ["id": 7, "results": []], ["id": 7, "results": [.null, 7, "DE", []]],
      ["id": 7, "results": [["iso_3166_1": 7, "release_dates": 7]]],
      ["id": 7, "results": [["iso_3166_1": "DE", "release_dates": [["certification": 12]]]]],
      ["id": 7, "results": [["iso_3166_1": "DE"]]],
    ] as [JSONValue])
  func rows_that_cannot_be_read_say_nothing(_ body: JSONValue) throws {
    #expect(try TMDBCertifications(bytes(body), .movie, 7).words == [:])
  }

  /// For a list of a hundred they are asked for a hundred times.
  @Test func they_are_kept_to_the_end_and_asked_for_anew_behind() {
    let bounds = Freshness.bounds(.certificates)
    #expect(bounds.min >= .seconds(60 * 86_400))
    #expect(bounds.min + bounds.whileRevalidating >= Freshness.end)
  }
}
