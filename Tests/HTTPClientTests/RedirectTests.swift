import Testing

@testable import HTTPClient

@Suite struct RedirectTests {
  @Test(arguments: [
    ("https://a.org/", "https://b.org/x"), ("https://a.org/", "https://a.org:8443/"),
    ("http://127.0.0.1:1/", "http://127.0.0.1:2/x"), ("http://localhost/", "http://localhost/y"),
    ("http://127.0.0.1:1/", "https://a.org/"),
  ])
  func redirect_to_https_or_within_this_machine_is_followed(_ from: String, _ to: String) throws {
    #expect(try Redirect.target(of: to, from: HTTPAddress(from)).url == to)
  }

  @Test(arguments: [
    ("https://a.org/", "http://a.org/"), ("https://a.org/", "http://127.0.0.1/"),
    ("https://127.0.0.1/", "http://127.0.0.1/"), ("http://127.0.0.1/", "http://127.0.0.2/"),
    ("http://127.0.0.1/", "http://localhost/"), ("http://127.0.0.1/", "http://a.org/"),
    ("https://a.org/", "ftp://a.org/"), ("https://a.org/", "file:///etc/passwd"), ("https://a.org/", ""),
    ("https://a.org/", "https://user:secret@b.org/"),
  ])
  func redirect_elsewhere_is_refused(_ from: String, _ to: String) throws {
    let from = try HTTPAddress(from)
    let error = #expect(throws: HTTPError.self) { try Redirect.target(of: to, from: from) }
    #expect(error?.kind == .redirect)
    #expect(error?.host == from.host)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func headers_that_tell_who_asks_stay_with_their_server() throws {
    let headers = ["Authorization", "cookie", "X-Goog-Api-Key", "Accept", "range"].map { HTTPHeader($0, "v") }
    let (own, other) = (try HTTPAddress("https://a.org/1"), try HTTPAddress("https://b.org/"))
    #expect(Redirect.headers(headers, from: own, to: try HTTPAddress("https://A.org:443/2")) == headers)
    for to in [other, try HTTPAddress("https://a.org:8443/"), try HTTPAddress("https://sub.a.org/")] {
      #expect(Redirect.headers(headers, from: own, to: to).map(\.name) == ["Accept", "range"])
    }
  }

  @Test func only_some_statuses_lead_elsewhere() {
    #expect((100..<600).filter(Redirect.isOne) == [301, 302, 303, 307, 308])
  }
}
