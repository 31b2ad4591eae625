import EventLoop
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieSources

@Suite struct SharedEntryTests {
  private static let now: Timestamp = 1_795_000_000_000

  private func decode(_ text: String, rest: Int64 = 1000) -> CachedResponse? {
    SharedEntry.decode(Array(text.utf8), rest: rest, key: "k", at: Self.now)
  }

  @Test func an_answer_comes_back_with_its_age() throws {
    let response = CachedResponse(
      key: "k", status: 200, body: Array("{\n}".utf8), etag: "\"x\"", fetchedAt: Self.now,
      freshUntil: Self.now + .seconds(60))
    let bytes = SharedEntry.encode(response, life: 60_000)
    // Another machine's clock: only what is left of its life counts.
    let other = Self.now + .seconds(-5_000_000)
    let found = try #require(SharedEntry.decode(bytes, rest: 45_000, key: "k", at: other))
    #expect(found.body == response.body && found.status == 200 && found.key == "k" && found.etag == nil)
    #expect(found.fetchedAt == other + .seconds(-15) && found.freshUntil == other + .seconds(45))
  }

  @Test func a_title_that_is_missing_has_no_body() {
    #expect(decode("movierpc 1 1000 404 0\n")?.status == 404)
    #expect(decode("movierpc 1 1000 404 1\na") == nil)
  }

  @Test(arguments: [
    "", "\n", "movierpc 1 1000 200 2\na", "movierpc 1 1000 200 1\nab", "movierpc 2 1000 200 1\na",
    "movierpc 1 1000 200\na", "movierpc 1 1000 500 1\na", "movierpc 1 999 200 1\na", "movierpc 1 -1 200 1\na",
    "movierpc 1 99999999999999 200 1\na", "movierpc 1 99999999999999999999 200 1\na", "{\"results\":[]}",
    "movierpc 1 1000 200 1", "movierpc 1 1000 200 -1\n", "MOVIERPC 1 1000 200 1\na",
    String(repeating: "a", count: 1000),
  ])
  func other_bytes_are_no_answer(_ text: String) { #expect(decode(text) == nil, "\(text)") }

  @Test(arguments: [-2, -1, 0, 1001] as [Int64])
  func an_answer_without_an_end_is_none(_ rest: Int64) {
    #expect(decode("movierpc 1 1000 200 1\na", rest: rest) == nil)
  }

  @Test func tokens_are_used_once_and_not_for_long() {
    var tokens = SharedTokens()
    #expect(tokens.count(at: 0) == 0)
    tokens.add(.init(tokens: 2, wait: .zero), at: 0)
    #expect(tokens.count(at: 0) == 2)
    tokens.take()
    #expect(tokens.count(at: 999) == 1)
    // Others could use it by now.
    #expect(tokens.count(at: 1000) == 0)
    tokens.add(.init(tokens: 1, wait: .milliseconds(30)), at: 2000)
    #expect(tokens.count(at: 2000) == 1 && tokens.nextAt == 2030)
  }

  @Test func a_store_that_never_grants_any_does_not_stop_this_machine() {
    var tokens = SharedTokens()
    for moment in [0, 1000, 4999] {
      tokens.add(.init(tokens: 0, wait: .milliseconds(10)), at: .init(milliseconds: Int64(moment)))
      #expect(tokens.count(at: .init(milliseconds: Int64(moment))) == 0)
    }
    tokens.add(.init(tokens: 0, wait: .milliseconds(10)), at: 5000)
    #expect(tokens.count(at: 5000) == 1)
    tokens.take()
    tokens.add(.init(tokens: 0, wait: .milliseconds(10)), at: 5010)
    #expect(tokens.count(at: 5010) == 0)
  }
}
