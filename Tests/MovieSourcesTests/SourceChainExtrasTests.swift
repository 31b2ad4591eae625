import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// What iTunes and YouTube add to the answers of others, and what becomes of those when they fail.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct SourceChainExtrasTests {
  typealias Bench = SourceChainTests.Bench

  private let options = FetchOptions(day: "2026-11-21")

  // MARK: Prepared answers

  private static func film(_ id: Int, _ name: String, _ year: Int = 2019) -> String {
    #"{"kind":"feature-movie","trackId":\#(id),"trackName":"\#(name)","#
      + #""releaseDate":"\#(year)-05-01T07:00:00Z","artistName":"Nora Quill","#
      + #""previewUrl":"https://itunes.example/\#(id).m4v"}"#
  }

  private static func films(_ rows: String...) -> HTTPResponse {
    .status(200, #"{"resultCount":\#(rows.count),"results":[\#(rows.joined(separator: ","))]}"#)
  }

  private static let trailer = HTTPResponse.status(
    200,
    #"{"items":[{"id":{"kind":"youtube#video","videoId":"abcdefghij0"},"snippet":{"title":"A trailer"}}]}"#)

  private static let spent = HTTPResponse.status(
    429,
    #"{"error":{"code":429,"message":"Quota exceeded for limit 'Search Queries per day'","#
      + #""errors":[{"reason":"rateLimitExceeded"}],"status":"RESOURCE_EXHAUSTED"}}"#)

  /// Answers never, until it is cancelled or the test says so.
  @LoopActor
  final class Silence {
    private var isOver = false

    func end() { isOver = true }

    func untilOver() async throws {
      while !isOver { try await EventLoop.sleep(for: .milliseconds(1)) }
    }
  }

  // MARK: Questions

  private func search(
    _ bench: Bench, _ params: String = #"{"q":"quarry"}"#, _ options: FetchOptions? = nil
  ) async throws -> FoundTitles {
    let arguments = try Arguments(SearchMethod.method, params: params.utf8.span)
    return try await bench.chain.search(
      SearchParams(arguments, defaultDebounce: 0), options ?? self.options)
  }

  private func videos(
    _ bench: Bench, _ key: String = "movie/1", _ options: FetchOptions? = nil
  ) async throws -> FoundVideos? {
    let arguments = try Arguments(TrailerMethod.method, params: #"{"key":"\#(key)"}"#.utf8.span)
    return try await bench.chain.videos(
      TrailerParams(try #require(arguments[.key]), arguments), options ?? self.options)
  }

  private func untilIdle(_ bench: Bench) async throws {
    while bench.transport.underWay > 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
  }

  // MARK: Films of iTunes in a search

  @Test func films_only_itunes_knows_come_last() async throws {
    let bench = Bench(asksITunes: true) { _ in
      Self.films(Self.film(76, "A"), Self.film(77, "The Quarry"), Self.film(78, "Quarry Men"))
    }
    let found = try await search(bench)
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/77", "itunes/78"] && found.total == 3)
    #expect(found.meta.source == .tmdb && found.meta.cache == .miss && found.meta.freshUntil != nil)
    #expect(found.meta.attribution.contains("iTunes"))
    #expect(
      bench.transport.requests.map(\.url) == [
        "https://itunes.example/search?country=US&entity=movie&limit=25&media=movie&term=quarry"
      ])
  }

  @Test func a_film_of_two_cuts_is_listed_once() async throws {
    let bench = Bench(asksITunes: true) { _ in
      Self.films(
        Self.film(77, "The Quarry"), Self.film(78, "The Quarry (Director's Cut)"),
        Self.film(79, "The Quarry", 1998))
    }
    #expect(try await search(bench).titles.map(\.key) == ["movie/1", "itunes/77", "itunes/79"])
  }

  @Test func films_of_other_years_are_left_out_where_one_is_asked_for() async throws {
    let bench = Bench(asksITunes: true) { _ in
      Self.films(Self.film(77, "The Quarry", 2019), Self.film(78, "The Quarry", 1998))
    }
    let found = try await search(bench, #"{"q":"quarry","year":1998}"#)
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/78"])
  }

  @Test func no_more_films_are_added_than_a_page_has_room_for() async throws {
    let bench = Bench(asksITunes: true) { _ in
      Self.films(Self.film(77, "The Quarry"), Self.film(78, "Quarry Men"))
    }
    let found = try await search(bench, #"{"q":"quarry","page_size":2}"#)
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/77"] && found.total == 2)
  }

  @Test(
    arguments: [
      #"{"q":"quarry","page":2}"#, #"{"q":"quarry","media_type":"tv"}"#,
    ])
  func itunes_is_asked_for_films_of_a_first_page_only(_ params: String) async throws {
    let bench = Bench(asksITunes: true) { _ in Self.films(Self.film(77, "The Quarry")) }
    bench.tmdb.secondPage = bench.tmdb.titles
    #expect(try await search(bench, params).titles.map(\.key) == ["movie/1"])
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func itunes_is_asked_where_the_user_wants_it_only() async throws {
    let bench = Bench { _ in Self.films(Self.film(77, "The Quarry")) }
    #expect(try await search(bench).titles.map(\.key) == ["movie/1"])
    bench.local.isEmpty = true
    #expect(try await bench.chain.detail(.itunes(77), options)?.detail.title.key == nil)
    #expect(try await videos(bench, "itunes/77")?.key == nil)
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func a_page_that_is_full_does_not_wait_for_itunes() async throws {
    let silence = Silence()
    let bench = Bench(asksITunes: true) { _ in
      try await silence.untilOver()
      return .status(500)
    }
    bench.tmdb.onSearch = { try await bench.transport.untilAsked(1) }
    #expect(try await search(bench, #"{"q":"quarry","page_size":1}"#).titles.map(\.key) == ["movie/1"])
    // It is taken back, as nobody wants it.
    try await untilIdle(bench)
    #expect(bench.transport.cancelled == 1)
  }

  @Test(
    arguments: [
      HTTPResponse.status(200, "<html><body>Your request produced an error.</body></html>"),
      .status(403, "<html>"), .status(400, #"{"errorMessage":"Invalid value(s)"}"#), .status(404, "{}"),
    ])
  func itunes_is_not_missed_where_it_fails(_ response: HTTPResponse) async throws {
    let bench = Bench(asksITunes: true) { _ in response }
    let found = try await search(bench)
    #expect(found.titles.map(\.key) == ["movie/1"] && found.total == 1)
    #expect(found.meta.source == .tmdb && found.meta.cache == .none && !found.meta.isOffline)
    // So that it is asked again before long.
    let freshUntil = try #require(found.meta.freshUntil)
    #expect(freshUntil <= .now + .seconds(60))
  }

  @Test func what_itunes_says_too_late_is_there_for_the_next_search() async throws {
    let silence = Silence()
    let bench = Bench(asksITunes: true) { _ in
      try await silence.untilOver()
      return Self.films(Self.film(77, "The Quarry"))
    }
    var options = options
    options.deadline = EventLoop.now + .milliseconds(100)
    #expect(try await search(bench, #"{"q":"quarry"}"#, options).titles.map(\.key) == ["movie/1"])
    silence.end()
    let found = try await search(bench)
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/77"])
  }

  @Test func a_search_that_fails_or_is_left_takes_its_question_back() async throws {
    struct Bug: Error {}
    let silence = Silence()
    let bench = Bench(asksITunes: true) { _ in
      try await silence.untilOver()
      return .status(500)
    }
    let left = LoopTask.start { _ = try? await search(bench) }
    try await bench.transport.untilAsked(1)
    left.cancel()
    try await untilIdle(bench)
    #expect(bench.transport.cancelled == 1)
    bench.tmdb.onSearch = {
      try await bench.transport.untilAsked(2)
      throw Bug()
    }
    await #expect(throws: Bug.self) { try await search(bench) }
    try await untilIdle(bench)
    #expect(bench.transport.cancelled == 2)
  }

  @Test func itunes_adds_to_local_titles_without_a_key_too() async throws {
    let bench = Bench(key: nil, asksITunes: true) { _ in Self.films(Self.film(77, "The Quarry")) }
    let found = try await search(bench)
    #expect(found.titles.map(\.key) == ["movie/1", "itunes/77"] && found.meta.source == .catalogue)
  }

  // MARK: A film of iTunes

  @Test func a_film_only_itunes_knows_has_a_detail_and_a_preview() async throws {
    let bench = Bench(asksITunes: true) { _ in Self.films(Self.film(77, "The Quarry")) }
    let detail = try #require(try await bench.chain.detail(.itunes(77), options))
    #expect(detail.detail.title.title == "The Quarry" && detail.detail.directors == ["Nora Quill"])
    #expect(detail.detail.title.id == nil && detail.meta.source == .itunes && detail.meta.cache == .miss)
    #expect(detail.meta.attribution == ["iTunes"])
    let found = try #require(try await videos(bench, "itunes/77"))
    #expect(found.videos.map(\.type) == [.preview, .search])
    #expect(found.videos.first?.isDirect == true && found.videos.first?.site == "itunes")
    #expect(found.meta.source == .itunes && found.meta.cache == .hit)
    #expect(found.meta.attribution == ["iTunes"])
    #expect(bench.transport.requests.map(\.url) == ["https://itunes.example/lookup?country=US&id=77"])
    #expect(bench.tmdb.asked == 0 && bench.local.asked == 0)
  }

  @Test func a_number_itunes_does_not_have_is_nobodys() async throws {
    let bench = Bench(asksITunes: true) { _ in Self.films() }
    bench.local.isEmpty = true
    #expect(try await bench.chain.detail(.itunes(77), options)?.meta == nil)
    #expect(try await videos(bench, "itunes/77")?.meta == nil)
    // But the user may have kept it.
    bench.local.isEmpty = false
    #expect(try await bench.chain.detail(.itunes(77), options)?.meta.source == .catalogue)
  }

  // MARK: Videos

  private static func video(_ type: Video.Kind) -> Video {
    Video(name: "V", type: type, site: "youtube", url: "https://youtube.example/\(type.rawValue)")
  }

  @Test func a_preview_of_itunes_stands_before_the_search_link() async throws {
    let bench = Bench(asksITunes: true) { _ in
      Self.films(Self.film(76, "B"), Self.film(77, "A", 2020), Self.film(78, "A", 2019))
    }
    bench.tmdb.titles[0].year = 2019
    bench.tmdb.videos = [Self.video(.trailer), Self.video(.search)]
    let found = try #require(try await videos(bench))
    #expect(found.videos.map(\.type) == [.trailer, .preview, .search])
    #expect(found.videos[1].url == "https://itunes.example/78.m4v")
  }

  @Test func youtube_is_searched_where_tmdb_has_no_video() async throws {
    let bench = Bench(youtubeKey: "a key") { _ in Self.trailer }
    bench.tmdb.titles[0].year = 2019
    bench.tmdb.videos = [Self.video(.search)]
    let found = try #require(try await videos(bench))
    #expect(found.videos.map(\.videoID) == ["abcdefghij0", nil] && found.meta.cache == .miss)
    let request = try #require(bench.transport.requests.first)
    #expect(request.url.hasPrefix("https://youtube.example/search?"))
    #expect(request.url.contains("q=A%202019%20trailer"))
    // The key is in a header, so in no address that a log or an error shows.
    #expect(!request.url.contains("key="))
    #expect(request.headers.contains(HTTPHeader("X-Goog-Api-Key", "a key")))
  }

  @Test func what_youtube_finds_and_is_no_trailer_of_the_title_is_left_out() async throws {
    let surfing = HTTPResponse.status(
      200,
      #"{"items":[{"id":{"kind":"youtube#video","videoId":"abcdefghij0"},"#
        + #""snippet":{"title":"Surfing a perfect wave"}}]}"#)
    let bench = Bench(youtubeKey: "a key") { _ in surfing }
    bench.tmdb.videos = [Self.video(.search)]
    let found = try #require(try await videos(bench))
    #expect(found.videos.map(\.type) == [.search] && !found.isLacking)
  }

  @Test func for_children_youtube_is_asked_strictly() async throws {
    let bench = Bench(youtubeKey: "a key") { _ in Self.trailer }
    bench.tmdb.videos = [Self.video(.search)]
    var options = options
    for isForChildren in [false, true] {
      options.isForChildren = isForChildren
      _ = try await videos(bench, "movie/1", options)
    }
    // Kept apart: what one may see is not shown to the other.
    #expect(
      bench.transport.requests.map { $0.url.contains("safeSearch=strict") } == [false, true])
  }

  @Test func youtube_is_left_alone_where_tmdb_has_a_video_or_there_is_no_key() async throws {
    let bench = Bench(youtubeKey: "a key") { _ in Self.trailer }
    bench.tmdb.videos = [Self.video(.teaser), Self.video(.search)]
    #expect(try await videos(bench)?.videos.map(\.type) == [.teaser, .search])
    bench.use(asksITunes: false, youtubeKey: nil)
    bench.tmdb.videos = [Self.video(.search)]
    #expect(try await videos(bench)?.videos.map(\.type) == [.search])
    #expect(bench.transport.requests.isEmpty)
  }

  @Test func a_days_quota_that_is_spent_is_not_tried_again_but_that_of_another_key_is() async throws {
    let bench = Bench(youtubeKey: "a key") { request in
      request.headers.contains(HTTPHeader("X-Goog-Api-Key", "a key")) ? Self.spent : Self.trailer
    }
    bench.tmdb.videos = [Self.video(.search)]
    for _ in 1...3 {
      let found = try #require(try await videos(bench))
      #expect(found.videos.map(\.type) == [.search])
      let freshUntil = try #require(found.meta.freshUntil)
      #expect(freshUntil <= .now + .seconds(60))
    }
    #expect(bench.transport.requests.count == 1)
    let youtube = { bench.chain.status.sources.first { $0.name == "youtube" } }
    #expect(youtube()?.state == .limited)
    bench.use(asksITunes: false, youtubeKey: "another key")
    #expect(youtube()?.state == .ok)
    #expect(try await videos(bench)?.videos.map(\.type) == [.trailer, .search])
  }

  @Test func who_could_not_be_asked_may_have_had_a_preview() async throws {
    let bench = Bench(asksITunes: true) { _ in Self.films() }
    bench.tmdb.titles[0].year = 2019
    // As many as iTunes takes at once, each for a title of its own.
    for number in 1...5 {
      bench.tmdb.titles[0].title = "A \(number)"
      #expect(try await videos(bench)?.isLacking == false)
    }
    // It takes one more whenever some seconds have passed, so that a busy machine may ask for a few.
    var isLacking = false
    for number in 6...100 where !isLacking {
      bench.tmdb.titles[0].title = "A \(number)"
      var options = options
      options.deadline = EventLoop.now + .seconds(1)
      isLacking = try #require(try await videos(bench, "movie/1", options)).isLacking
    }
    #expect(isLacking)
  }

  @Test func who_asks_with_nobody_looking_on_waits_for_itunes() async throws {
    let silence = Silence()
    let bench = Bench(asksITunes: true, patience: .milliseconds(1)) { _ in
      try await silence.untilOver()
      return Self.films(Self.film(78, "A", 2019))
    }
    bench.tmdb.titles[0].year = 2019
    var options = options
    (options.priority, options.deadline) = (.prefetch, EventLoop.now + .seconds(240))
    let found = LoopTask.start { try? await videos(bench, "movie/1", options) }
    // Longer than anybody else would wait.
    while bench.transport.underWay == 0 { try await EventLoop.sleep(for: .milliseconds(1)) }
    try await EventLoop.sleep(for: .milliseconds(100))
    silence.end()
    #expect(await found.value?.videos.contains { $0.type == .preview } == true)
  }

  @Test func videos_of_a_title_that_fails_ask_nobody_else() async throws {
    let bench = Bench(asksITunes: true, youtubeKey: "a key") { _ in Self.trailer }
    bench.tmdb.isEmpty = true
    bench.local.isEmpty = true
    #expect(try await videos(bench)?.meta == nil)
    #expect(bench.transport.requests.isEmpty)
  }
}
