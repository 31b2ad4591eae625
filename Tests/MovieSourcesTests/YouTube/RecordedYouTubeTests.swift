import HTTPClient
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// What YouTube really sent.
@Suite(.enabled(if: Recordings.areThere, Recordings.reason)) struct RecordedYouTubeTests {
  @Test func videos_say_what_they_say() throws {
    let name = "youtube_search_keywords_p1"
    let raw = try #require(try Recordings.json(name)["items"]?.arrayValue)
    let videos = try Endpoint.youtubeSearch("x").decode(Recordings.body(name))
    #expect(videos.map(\.videoID) == raw.prefix(10).map { $0["id"]?["videoId"]?.stringValue })
    #expect(videos[1].name == "SURFING PERFECT PIPE & BACKDOOR || SUNRISE SHACK!")
    #expect(videos[0].publishedAt == "2019-12-05T19:00:10Z")
    #expect(videos[0].url == "https://www.youtube.com/watch?v=gQ_1zX-F_No")
  }

  @Test func channels_are_no_videos() throws {
    let body = try Recordings.body("youtube_search_mixed_kinds_channels")
    #expect(try Endpoint.youtubeSearch("x").decode(body) == [])
  }

  private func fault(_ name: String, _ status: Int) throws -> UpstreamError? {
    let response = HTTPResponse(status: status, body: try Recordings.body(name))
    // 2026-11-21T09:30:00Z
    return UpstreamError.read(.youtube, response, at: 1_795_253_400_000)
  }

  @Test func errors_mean_what_they_mean() throws {
    #expect(try fault("youtube_error_key_invalid_400", 400) == .refused("Bad Request"))
    #expect(
      try fault("youtube_error_permission_403", 403) == .refused("The caller does not have permission"))
    let wait: Duration = .seconds(22 * 3600 + 1800)
    #expect(try fault("youtube_error_quota_exceeded_403", 403) == .limited(retryAfter: wait))
  }

  @Test func all_recordings_are_read() {
    #expect(
      Recordings.names.filter { $0.hasPrefix("youtube_") } == [
        "youtube_error_key_invalid_400", "youtube_error_permission_403", "youtube_error_quota_exceeded_403",
        "youtube_search_keywords_p1", "youtube_search_mixed_kinds_channels",
      ])
  }
}
