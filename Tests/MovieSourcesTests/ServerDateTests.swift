import EventLoop
import HTTPClient
import MovieProtocol
import Testing

@testable import MovieSources

@Suite struct ServerDateTests {
  private func read(_ text: String) -> Timestamp? { ServerDate.read(HTTPHeaders([HTTPHeader("Date", text)])) }

  @Test func date_is_read() {
    #expect(read("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp(seconds: 784_111_777))
    #expect(read("Fri, 27 Nov 2026 21:40:00 GMT") == Timestamp(seconds: 1_795_815_600))
    #expect(ServerDate.read(HTTPHeaders()) == nil)
  }

  @Test(arguments: [
    "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "Sun, 06 Nov 1994 08:49:37 GMT x",
    "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 99 Nov 1994 08:49:37 GMT",
  ])
  func anything_else_is_none(_ text: String) { #expect(read(text) == nil) }

  /// Whoever is between could have sent it.
  @Test @LoopActor func only_what_came_by_https_counts() {
    let headers = HTTPHeaders([HTTPHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT")])
    for (address, isHeard) in [("http://127.0.0.1:1/3", false), ("https://api.themoviedb.org/3", true)] {
      let service = UpstreamService(.tmdb, .init(perSecond: 1, burst: 1, atOnce: 1))
      service.use(address: address, key: nil, isOn: true)
      service.hear(headers)
      #expect((service.saidTime != nil) == isHeard)
      service.hear(HTTPHeaders())
      #expect((service.saidTime != nil) == isHeard)
    }
  }
}
