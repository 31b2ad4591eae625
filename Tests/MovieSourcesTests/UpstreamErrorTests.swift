import JSONRPC
import MovieProtocol
import Testing

@testable import MovieSources

@Suite struct UpstreamErrorTests {
  @Test(arguments: [
    (0, "0 s"), (1, "1 s"), (1000, "1 s"), (119_001, "120 s"), (120_000, "2 min"), (120_001, "3 min"),
    (3_599_900, "60 min"), (3_600_000, "60 min"),
  ]) func wait_is_told_as_long_as_it_is_at_least(_ milliseconds: Int, _ words: String) {
    #expect(
      RPCError.limited(.tmdb, retryAfter: .milliseconds(milliseconds)).hint == "retry in \(words)")
  }
}
