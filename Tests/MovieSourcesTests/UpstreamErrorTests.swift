import HTTPClient
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

  @Test func request_that_may_succeed_after_a_time_has_that_as_its_remedy() {
    func advice(_ error: HTTPError.Kind, _ wait: Duration?) -> Advice? {
      RPCError.upstream(.tmdb, .transport(HTTPError(error, host: "tmdb.example", "x")), retryAfter: wait)
        .advice
    }
    #expect(advice(.connect, .seconds(3)) == Advice(.checkNetwork, .wait(3000)))
    #expect(advice(.connect, nil) == Advice(.checkNetwork))
    #expect(advice(.invalidURL, .seconds(3))?.remedy == .wait(3000))
    #expect(advice(.proxy, .seconds(3))?.remedy == .setting("http.proxy"))
  }
}
