import Testing

@testable import HTTPClient

@Suite struct HTTPAddressTests {
  @Test(arguments: [
    ("https://api.themoviedb.org/3/movie/1?api_key=k", "api.themoviedb.org", 443, true),
    ("HTTPS://API.TheMovieDB.org", "api.themoviedb.org", 443, true),
    ("https://example.org:8443?q", "example.org", 8443, true),
    ("https://[2001:DB8::1]:8443/", "2001:db8::1", 8443, true),
    ("http://127.0.0.1:8080/x", "127.0.0.1", 8080, false), ("http://127.255.3.4", "127.255.3.4", 80, false),
    ("http://localhost/", "localhost", 80, false), ("http://LocalHost:1/", "localhost", 1, false),
    ("http://[::1]:9/", "::1", 9, false), ("https://127.0.0.1:4/", "127.0.0.1", 4, true),
  ])
  func address_has_its_parts(_ url: String, _ host: String, _ port: Int, _ isSecure: Bool) throws {
    let address = try HTTPAddress(url)
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.isSecure == isSecure)
    #expect(address.url == url)
  }

  @Test(arguments: [
    "http://api.themoviedb.org/", "http://128.0.0.1/", "http://127.0.0.1.example.org/", "http://127.1/",
    "http://127.0.0.256/", "http://127.00.0.1/", "http://0.0.0.0/", "http://[::]/",
    "http://[::ffff:127.0.0.1]/", "http://localhost.example.org/", "http://localhost./", "http://2130706433/",
  ])
  func plain_http_is_for_this_machine_only(_ url: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPAddress(url) }
    #expect(error?.kind == .invalidURL)
    #expect(error?.detail.contains("https://") == true)
  }

  @Test(arguments: [
    "", "https", "https:", "https:/", "https://", "https:///path", "ftp://example.org/", "file:///etc/passwd",
    "//example.org/", "example.org", "https://user@example.org/", "https://user:pw@example.org/",
    "http://127.0.0.1@example.org/", "http://127.0.0.1:80@example.org/", "https://exa mple.org/",
    "https://example.org/a b", "https://example.org/\r\nX: y", "https://example.org/\u{0}",
    "https://ex\\ample.org/",
    "https://example.org\\@evil.org/", "https://example.org/ü", "https://exämple.org/",
    "https://example.org:/",
    "https://example.org:0/", "https://example.org:65536/", "https://example.org:99999999999999999999/",
    "https://example.org:+443/", "https://example.org:4 43/", "https://example.org:443:443/", "https://[::1/",
    "https://[::1]x/", "https://[]/", "https://[fe80::1%25eth0]/", "https://[1]/", "https://%31/",
    "https://exa$mple.org/", "http://127.0.0.+1/", "https://" + String(repeating: "a", count: 256) + "/",
    "https://example.org/" + String(repeating: "a", count: 9000),
  ])
  func what_is_no_plain_url_is_refused(_ url: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPAddress(url) }
    #expect(error?.kind == .invalidURL)
    #expect(error?.description.contains("pw") == false)
  }

  @Test func query_ends_at_the_fragment() throws {
    #expect(try HTTPAddress("https://example.org/a?b=c?d#e").query == "b=c?d")
    #expect(try HTTPAddress("https://example.org/a#b").query == nil)
    #expect(try HTTPAddress("https://example.org/a?").query == nil)
  }
}
