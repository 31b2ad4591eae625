import Testing

@testable import MovieProtocol

@Suite struct RedisURLTests {
  private func url(_ text: String) throws -> RedisURL { try #require(RedisURL(text), "\(text)") }

  @Test func host_port_and_database_have_defaults() throws {
    let short = try url("redis://store.lan")
    #expect(short.place == .host("store.lan", port: 6379) && short.database == 0)
    #expect(short.user == nil && short.password == nil)
    let long = try url("redis://films:se%3Acret%40@10.0.0.7:7000/15")
    #expect(long.place == .host("10.0.0.7", port: 7000) && long.database == 15)
    #expect(long.user == "films" && long.password == "se:cret@")
    #expect(try url("valkey://store_1:1/").place == .host("store_1", port: 1))
    #expect(try url("redis://:word@store").user == nil)
    #expect(try url("redis://[2001:db8::7]:6380/1").place == .host("2001:db8::7", port: 6380))
    #expect(try url("redis://[::1]").place == .host("::1", port: 6379))
  }

  @Test func a_second_s_means_tls() throws {
    let short = try url("rediss://store.lan")
    #expect(short.isTLS && short.place == .host("store.lan", port: 6379) && short.authorities == nil)
    let long = try url("valkeys://films:a?b@[::1]:7000/3?ssl_ca_certs=/etc/a%20b?@/ca.pem")
    #expect(long.isTLS && long.place == .host("::1", port: 7000) && long.database == 3)
    #expect(long.user == "films" && long.password == "a?b" && long.authorities == "/etc/a b?@/ca.pem")
    #expect(try "\(long)" == "rediss://[::1]:7000/3" && !url("redis://store").isTLS)
    #expect(try url("rediss://store?ssl_ca_certs=/a") != url("rediss://store"))
  }

  @Test func a_path_is_a_socket() throws {
    let plain = try url("unix:///run/redis/redis-server.sock")
    #expect(plain.place == .path("/run/redis/redis-server.sock") && plain.database == 0)
    let long = try url("redis+unix://films:a%2Fb@/run/a%20b?db=3")
    #expect(long.place == .path("/run/a b") && long.database == 3)
    #expect(long.user == "films" && long.password == "a/b")
  }

  @Test(arguments: [
    "", "redis:", "redis://", "redis:///1", "rediss://", "valkeys:///1", "redisss://a", "rediss://store?",
    "rediss://store?db=1",
    "rediss://store?ssl_ca_certs=", "rediss://store?ssl_ca_certs=ca.pem", "rediss://store?ssl_ca_certs=/%00",
    "redis://store?ssl_ca_certs=/a", "http://store", "store:6379",
    "redis://store:0", "redis://store:65536", "redis://store:", "redis://store:a", "redis://store/-1",
    "redis://store/65536", "redis://store/a", "redis://word@store", "redis://user:@store", "redis://a b",
    "redis://a%zz:b@store", "redis://a:%00@store", "redis://a:%ff@store", "redis://[::1", "redis://[store]",
    "redis://[::1]6379", "redis://st\u{e4}re", "unix://", "unix:///", "unix://run/redis", "unix:///a?db=",
    "unix:///a?x=1", "unix:///a?db=x", "unix:///" + String(repeating: "a", count: 107),
    "redis://" + String(repeating: "a", count: 254), "redis://?", "redis://store?db=1",
  ])
  func other_texts_are_none(_ text: String) {
    // An empty number of a database is none, as in redis://store/.
    #expect(text == "unix:///a?db=" || RedisURL(text) == nil, "\(text)")
  }

  @Test func a_password_is_never_shown() throws {
    for text in ["redis://films:hidden@store/1", "unix://films:hidden@/run/redis?db=2"] {
      let url = try url(text)
      var dumped = ""
      dump(url, to: &dumped)
      for shown in ["\(url)", String(reflecting: url), dumped] {
        #expect(!shown.contains("hidden") && !shown.contains("films"), "\(shown)")
      }
    }
    #expect("\(try url("redis://a:b@[::1]/1"))" == "redis://[::1]:6379/1")
    #expect("\(try url("unix://a:b@/run/redis?db=2"))" == "unix:///run/redis?db=2")
  }
}
