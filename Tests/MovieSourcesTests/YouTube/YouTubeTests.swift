import HTTPClient
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@Suite struct YouTubeTests {
  private func videos(_ body: String) throws -> [Video] {
    try Endpoint.youtubeSearch("x").decode(Array(body.utf8))
  }

  private func item(_ id: String, title: String = "A", kind: String = "youtube#video") -> String {
    #"{"id":{"kind":"\#(kind)","videoId":"\#(id)"},"#
      + #""snippet":{"title":"\#(title)","publishedAt":"2020-01-02T03:04:05.000Z"}}"#
  }

  @Test func a_video_has_its_addresses_and_a_readable_name() throws {
    let video = try #require(
      try videos(#"{"items":[\#(item("abcdefghij0", title: "Tom &amp; Jerry&#39;s &lt;3"))]}"#).first)
    #expect(video.name == "Tom & Jerry's <3" && video.type == .trailer && !video.isOfficial)
    #expect(video.url == "https://www.youtube.com/watch?v=abcdefghij0")
    #expect(video.publishedAt == "2020-01-02T03:04:05Z" && !video.isDirect)
  }

  @Test(arguments: [
    "", "short", "abcdefghij/", "--exec=evil1&", "abcdefghijkl", "../../../..", "abc defghij",
  ])
  func a_number_that_is_none_never_becomes_part_of_an_address(_ id: String) throws {
    #expect(try videos(#"{"items":[\#(item(id))]}"#) == [])
  }

  @Test func channels_and_broken_items_are_left_out() throws {
    let body =
      #"{"items":[\#(item("abcdefghij0", kind: "youtube#channel")),null,5,{},{"id":{}},"#
      + #"\#(item("abcdefghij1"))]}"#
    #expect(try videos(body).count == 1)
    #expect(throws: UndecodableAnswer.self) { try videos(#"{"items":5}"#) }
    #expect(throws: UndecodableAnswer.self) { try videos("<html>") }
  }

  @Test(
    arguments: [
      ("a", "a"), ("&amp;", "&"), ("&amp;lt;", "&lt;"), ("&#x41;&#66;", "AB"), ("&", "&"), ("&;", "&;"),
      ("&nope;", "&nope;"), ("&#0;", "&#0;"), ("&#xD800;", "&#xD800;"), ("&#99999999999;", "&#99999999999;"),
      ("&quot;x&quot;", "\"x\""), ("a & b &am", "a & b &am"), ("&#27;", "&#27;"),
    ])
  func entities(_ text: String, _ decoded: String) {
    #expect(HTMLEntities.decode(text) == decoded)
  }

  private func fault(
    _ status: Int, _ reason: String, _ message: String = "", now: Timestamp = 1_795_253_400_000
  )
    -> UpstreamError
  {
    let body = #"{"error":{"code":\#(status),"message":"\#(message)","errors":[{"reason":"\#(reason)"}]}}"#
    return YouTubeQuota.read(HTTPResponse(status: status, body: Array(body.utf8)), at: now)
  }

  @Test func a_days_quota_is_over_until_midnight_in_california() {
    // 2026-11-21T09:30:00Z is 01:30 there.
    let wait: Duration = .seconds(22 * 3600 + 1800)
    #expect(fault(403, "quotaExceeded") == .limited(retryAfter: wait))
    #expect(
      fault(429, "rateLimitExceeded", "Quota exceeded for limit 'Search Queries per day'")
        == .limited(retryAfter: wait))
    #expect(fault(429, "rateLimitExceeded", "too many at once") == .limited(retryAfter: nil))
  }

  @Test func a_days_quota_is_told_from_a_burst_without_a_reason_too() {
    func fault(_ limit: String) -> UpstreamError {
      let body =
        #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","#
        + #""details":[null,{"metadata":{"quota_limit":"\#(limit)"}}]}}"#
      return YouTubeQuota.read(HTTPResponse(status: 429, body: Array(body.utf8)), at: 1_795_253_400_000)
    }
    #expect(fault("SearchQueriesPerDayPerProject") == .limited(retryAfter: .seconds(22 * 3600 + 1800)))
    #expect(fault("SearchQueriesPerMinutePerProject") == .limited(retryAfter: nil))
  }

  @Test func a_wrong_key_is_refused_and_a_stranger_is_told_apart() {
    #expect(fault(400, "keyInvalid", "Bad Request") == .refused("Bad Request"))
    #expect(fault(403, "accessNotConfigured", "off") == .refused("off"))
    let page = HTTPResponse(status: 403, body: Array("<html>".utf8))
    #expect(YouTubeQuota.read(page, at: 0).isOffTheNetwork)
  }

  @Test(
    arguments: [
      // In winter midnight there is at eight, in summer at seven.
      ("2026-01-15T07:59:59Z", 1), ("2026-01-15T08:00:00Z", 86_400), ("2026-07-01T06:59:00Z", 60),
      // The days on which clocks change have 23 and 25 hours: 2026-03-08 and 2026-11-01.
      ("2026-03-08T08:00:00Z", 23 * 3600), ("2026-11-01T07:00:00Z", 25 * 3600),
      ("2026-03-09T07:00:00Z", 86_400), ("2026-11-02T08:00:00Z", 86_400),
    ])
  func midnight_in_california(_ moment: String, _ seconds: Int64) throws {
    let day = try #require(Day(String(moment.prefix(10))))
    let clock = moment.dropFirst(11).dropLast().split(separator: ":").compactMap { Int64($0) }
    let now = Timestamp(seconds: Int64(day.days) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2])
    #expect(YouTubeQuota.untilMidnight(from: now) == .seconds(seconds))
  }

  @Test func a_body_in_which_anything_is_anything_costs_no_more_than_its_items() {
    let item: JSONValue = [
      "id": ["kind": "youtube#video", "videoId": "abcdefghij0"],
      "snippet": ["title": "A &amp; B", "publishedAt": "2020-01-02T03:04:05Z"],
    ]
    var (read, refused) = (0, 0)
    HostileTMDBTests.variants(["items": [item]]) { body in
      do throws(UndecodableAnswer) {
        for video in try Endpoint.youtubeSearch("x").decode(Array(body.text().utf8)) {
          #expect(video.url == "https://www.youtube.com/watch?v=abcdefghij0" && !video.name.isEmpty)
        }
        read += 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 50 && (1...20).contains(refused))
  }

  @Test func an_error_in_which_anything_is_anything_is_still_one() {
    let error: JSONValue = [
      "code": 429, "message": "per day", "errors": [["reason": "rateLimitExceeded"]],
      "details": [["metadata": ["quota_limit": "PerDay"]]],
    ]
    var limited = 0
    HostileTMDBTests.variants(["error": error]) { body in
      let response = HTTPResponse(status: 429, body: Array(body.text().utf8))
      switch YouTubeQuota.read(response, at: 1_795_253_400_000) {
      case .limited: limited += 1
      case .foreign: break
      case let fault: Issue.record("\(fault) of \(body.text())")
      }
    }
    #expect(limited > 50)
  }
}
