import EventLoop
import Glibc
import HTTPClient
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// Trailers found by the downloader, which here is a script.
@LoopActor
@Suite(.timeLimit(.minutes(20))) struct DownloaderTrailersTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private nonisolated static let trailer = #"{"id":"abcdefghij0","title":"A Official Trailer"}"#

  /// Notes its arguments, one line for each run.
  private func write(_ body: String) throws {
    try TemporaryFolder.write(
      """
      #!/bin/sh
      echo "$*" >> \(folder.path)/runs
      \(body)
      """, to: folder.path + "/yt-dlp")
  }

  private func bench(
    _ body: String, youtubeKey: String? = nil, timeout: Duration = .seconds(240)
  ) throws -> SourceChainTests.Bench {
    try write(body)
    let bench = SourceChainTests.Bench(
      youtubeKey: youtubeKey, downloader: ["/bin/sh", folder.path + "/yt-dlp", "-f", "best"],
      searchTimeout: timeout)
    bench.tmdb.videos = [Video(name: "A trailer", type: .search, site: "youtube", url: "https://y.example")]
    return bench
  }

  private func videos(
    _ bench: SourceChainTests.Bench, _ change: (inout FetchOptions) -> Void = { _ in }
  ) async throws -> FoundVideos {
    var options = FetchOptions(day: "2026-11-21")
    change(&options)
    let params = TrailerParams(key: "movie/1", types: Video.Kind.usual, language: "en-US")
    return try #require(try await bench.chain.videos(params, options))
  }

  private var runs: [Substring] { TemporaryFolder.read(folder.path + "/runs").split(separator: "\n") }

  @Test func trailer_that_the_program_names_comes_before_the_page_and_is_cached() async throws {
    let bench = try bench("echo '\(Self.trailer)'")
    bench.tmdb.titles[0].year = 2019
    let found = try await videos(bench)
    #expect(found.videos.map(\.type) == [.trailer, .search] && !found.isLacking)
    #expect(found.videos[0].url == "https://www.youtube.com/watch?v=abcdefghij0")
    #expect(found.videos[0].name == "A Official Trailer" && !found.videos[0].isDirect)
    let run = try #require(runs.first)
    #expect(run.hasPrefix("-f best --flat-playlist ") && run.hasSuffix(" -- ytsearch5:A 2019 trailer"))
    #expect(try await videos(bench).videos.map(\.type) == [.trailer, .search])
    #expect(try await videos(bench) { $0.isCacheOnly = true }.videos.count == 2)
    #expect(runs.count == 1)
  }

  @Test(
    arguments: [
      "Surfing a perfect wave", "A 2 - Official Trailer", "A Trailer (1987)", "A trailer REACTION",
    ])
  func what_is_no_trailer_of_the_title_is_left_out(_ name: String) async throws {
    let bench = try bench(#"echo '{"id":"abcdefghij0","title":"\#(name)"}'"#)
    bench.tmdb.titles[0].year = 2019
    let found = try await videos(bench)
    #expect(found.videos.map(\.type) == [.search] && !found.isLacking)
  }

  @Test func lines_that_are_no_videos_are_passed_over() async throws {
    let bench = try bench(
      """
      echo 'WARNING: [youtube] something'
      echo '{"id":"UCabcdefghijklmnopqrstuv","title":"A trailer of a channel"}'
      echo '{"id":"--exec=evil","title":"A trailer"}'
      echo '{"id":NA,"title":"A trailer"}'
      echo '{"id":["abcdefghij1"],"title":"A trailer"}'
      echo '\(Self.trailer)'
      """)
    #expect(try await videos(bench).videos.map(\.videoID) == ["abcdefghij0", nil])
  }

  @Test(
    arguments: [
      "echo '\(Self.trailer)'; exit 1", "exit 0", "echo '{\"id\":\"abcdefghij0\",\"title\":'",
      "echo '<html>'", "echo '[]'", "head -c 100000 /dev/zero",
      "while :; do echo '\(Self.trailer)'; done", "cat /dev/zero", "kill -SEGV $$",
    ])
  func program_that_fails_leaves_the_page_and_is_asked_again(_ body: String) async throws {
    let bench = try bench(body)
    let found = try await videos(bench)
    #expect(found.videos.map(\.type) == [.search] && found.isLacking)
    #expect(try #require(found.meta.freshUntil) <= .now + .seconds(60))
    try write("echo '\(Self.trailer)'")
    #expect(try await videos(bench).videos.map(\.type) == [.trailer, .search])
  }

  @Test func program_that_is_missing_leaves_the_page() async throws {
    let bench = SourceChainTests.Bench(downloader: [folder.path + "/none"])
    bench.tmdb.videos = [Video(name: "A trailer", type: .search, site: "youtube", url: "https://y.example")]
    for _ in 1...5 { #expect(try await videos(bench).videos.map(\.type) == [.search]) }
    bench.use(asksITunes: false, youtubeKey: nil, downloader: [])
    #expect(try await videos(bench).isLacking == false)
  }

  @Test func program_that_hangs_is_killed_with_its_children() async throws {
    let bench = try bench(
      "trap '' TERM; sleep 1000 & echo $$ $! > \(folder.path)/pids; wait", timeout: .milliseconds(300))
    #expect(try await videos(bench).videos.map(\.type) == [.search])
    try await untilGone()
  }

  @Test func program_ends_with_the_request() async throws {
    let bench = try bench("trap '' TERM; sleep 1000 & echo $$ $! > \(folder.path)/pids; wait")
    let request = LoopTask.start { _ = try? await videos(bench) }
    while pids.count < 2 { try await EventLoop.sleep(for: .milliseconds(1)) }
    #expect(pids.allSatisfy { ProcessFigures($0).isAlive })
    request.cancel()
    try await untilGone()
  }

  private var pids: [pid_t] {
    TemporaryFolder.read(folder.path + "/pids").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
  }

  private func untilGone() async throws {
    while pids.contains(where: { ProcessFigures($0).isAlive }) {
      try await EventLoop.sleep(for: .milliseconds(1))
    }
  }

  @Test func late_answer_is_there_for_the_next_request() async throws {
    let bench = try bench(
      "while [ ! -e \(folder.path)/go ]; do sleep 0.01; done; echo '\(Self.trailer)'")
    #expect(
      try await videos(bench) { $0.deadline = EventLoop.now + .milliseconds(100) }.videos.count == 1)
    while runs.isEmpty { try await EventLoop.sleep(for: .milliseconds(1)) }
    try TemporaryFolder.write("", to: folder.path + "/go")
    #expect(try await videos(bench).videos.map(\.type) == [.trailer, .search])
    #expect(runs.count == 1)
  }

  @Test func two_programs_run_at_once() async throws {
    let bench = try bench(
      """
      mkdir -p \(folder.path)/running; : > \(folder.path)/running/$$
      ls \(folder.path)/running | wc -l >> \(folder.path)/counts
      while [ ! -e \(folder.path)/go ]; do sleep 0.01; done
      rm \(folder.path)/running/$$
      echo '\(Self.trailer)'
      """)
    let requests = (1...4).map { number in
      bench.tmdb.titles[0].title = "A \(number)"
      return LoopTask.start { [title = bench.tmdb.titles[0]] in
        try? await bench.chain.upstream.trailers(FetchOptions(day: ""))?.trailers(
          of: title, FetchOptions(day: ""))
      }
    }
    while runs.count < 2 { try await EventLoop.sleep(for: .milliseconds(1)) }
    try TemporaryFolder.write("", to: folder.path + "/go")
    for request in requests { #expect(await request.value != nil) }
    #expect(runs.count == 4)
    let counts = TemporaryFolder.read(folder.path + "/counts").split(whereSeparator: \.isWhitespace)
    #expect(counts.count == 4 && counts.allSatisfy { $0 == "1" || $0 == "2" })
  }

  @Test func one_search_serves_all_who_want_the_same() async throws {
    let bench = try bench("sleep 0.1; echo '\(Self.trailer)'")
    let requests = (1...5).map { _ in LoopTask.start { try? await videos(bench) } }
    for request in requests { #expect(await request.value?.videos.count == 2) }
    #expect(runs.count == 1)
  }

  @Test func program_is_not_asked_for_children_or_where_tmdb_has_a_video() async throws {
    let bench = try bench("echo '\(Self.trailer)'")
    let found = try await videos(bench) { $0.isForChildren = true }
    #expect(found.videos.map(\.type) == [.search] && !found.isLacking)
    bench.tmdb.videos = [Video(name: "T", type: .teaser, site: "youtube", url: "https://y.example")]
    #expect(try await videos(bench).videos.map(\.type) == [.teaser])
    #expect(runs.isEmpty)
  }

  @Test func with_a_key_youtube_itself_is_asked() async throws {
    let bench = try bench("echo '\(Self.trailer)'", youtubeKey: "a key")
    _ = try await videos(bench)
    #expect(runs.isEmpty && bench.transport.requests.first?.url.hasPrefix("https://youtube.example/") == true)
  }

  @Test func title_is_never_an_option_or_a_command() async throws {
    let bench = try bench("echo '\(Self.trailer)'")
    bench.tmdb.titles[0].title = "--exec 'touch \(folder.path)/evil' $(touch \(folder.path)/evil)"
    _ = try await videos(bench)
    #expect(runs.first?.contains(" -- ytsearch5:--exec 'touch ") == true)
    #expect(access(folder.path + "/evil", F_OK) != 0)
  }
}
