import EventLoop
import HTTPClient
import JSONRPC
import Logging
import MovieProtocol
import Testing

@testable import MovieSources

/// iTunes beside the answer of a search.
@LoopActor
@Suite(.timeLimit(.minutes(1))) struct SourceChainExtrasTests {
  @LoopActor
  struct Bench {
    let local = SourceChainTests.Source(.catalogue)
    let transport: PreparedTransport
    let chain: SourceChain

    /// Without a key of TMDB's: all requests are for iTunes.
    init(_ answer: @escaping PreparedTransport.Answer) {
      transport = PreparedTransport(answer)
      let upstreams = Upstreams(
        Upstreams.Bounds(Limits()), transport: transport, cache: nil,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ) { [local] _ in local }
      upstreams.use(
        Upstreams.Settings(
          tmdbAddress: "https://example.org/3", tmdbKey: nil, itunesAddress: "https://example.org",
          asksITunes: true, youtubeAddress: "https://example.org", youtubeKey: nil, proxy: nil))
      chain = SourceChain(local: local, upstream: upstreams)
    }

    func search(_ params: String = #"{"q":"quarry"}"#) async throws -> FoundTitles {
      let arguments = try Arguments(.search, params: params.utf8.span)
      return try await chain.search(
        SearchParams(arguments, defaultDebounce: 0), Asking(day: "2026-11-21"))
    }
  }

  private nonisolated static let film = """
    {"resultCount":1,"results":[{"wrapperType":"track","kind":"feature-movie","trackId":77,\
    "trackName":"The Quarry","artistName":"Nora Quill","releaseDate":"2019-05-01T07:00:00Z"}]}
    """

  @Test func films_only_itunes_knows_come_last() async throws {
    let bench = Bench { _ in HTTPResponse(status: 200, body: Array(Self.film.utf8)) }
    let found = try await bench.search()
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/77"] && found.total == 2)
    #expect(try await bench.search(#"{"q":"quarry","page":2}"#).titles.map(\.key) == ["movie/1"])
    #expect(try await bench.search(#"{"q":"quarry","media_type":"tv"}"#).titles.map(\.key) == ["movie/1"])
    #expect(bench.transport.requests.count == 1)
  }

  @Test(arguments: [200, 403, 500])
  func where_itunes_fails_the_rest_is_as_without_it(_ status: Int) async throws {
    let bench = Bench { _ in .status(status, "<html>") }
    let found = try await bench.search()
    #expect(found.titles.map(\.key) == ["movie/1"] && found.meta.source == .catalogue)
    #expect(!found.meta.isOffline)
  }

  @Test func where_itunes_hangs_the_rest_does_not_wait_for_it() async throws {
    let bench = Bench { _ in
      try await EventLoop.sleep(milliseconds: 600_000)
      return .status(500)
    }
    #expect(try await bench.search().titles.map(\.key) == ["movie/1"])
    while bench.transport.underWay > 0 { try await EventLoop.sleep(milliseconds: 1) }
    #expect(bench.transport.cancelled == 1)
  }

  @Test func where_the_rest_fails_itunes_is_not_asked_for_nothing() async throws {
    let bench = Bench { _ in
      try await EventLoop.sleep(milliseconds: 600_000)
      return .status(500)
    }
    bench.local.onSearch = {
      try await bench.transport.untilAsked(1)
      throw CancellationError()
    }
    await #expect(throws: CancellationError.self) { try await bench.search() }
    while bench.transport.underWay > 0 { try await EventLoop.sleep(milliseconds: 1) }
    #expect(bench.transport.cancelled == 1)
  }
}
