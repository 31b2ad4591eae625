import Testing

@testable import HTTPClient

@Suite struct ProxyChoiceTests {
  private func choice(
    _ url: String = "https://api.example.org/3", _ configured: String? = nil,
    _ environment: [String: String] = [:]
  ) throws -> ProxyChoice {
    ProxyChoice(for: try HTTPAddress(url), configured: configured) { environment[$0] }
  }

  @Test func configuration_goes_before_the_environment_and_may_say_none() throws {
    let environment = ["https_proxy": "http://env:3128"]
    #expect(try choice().url == nil)
    #expect(try choice("https://h/", nil, environment).url == "http://env:3128")
    #expect(try choice("https://h/", "socks5h://own:1", environment).url == "socks5h://own:1")
    #expect(try choice("https://h/", "", environment).url == nil)
    #expect(try choice("http://127.0.0.1/", "socks5h://own:1", environment).url == nil)
    #expect(try choice("https://h/", nil, ["ALL_PROXY": "a", "HTTPS_PROXY": ""]).url == "a")
  }

  @Test(
    arguments: [
      ("*", true), ("example.org", true), (".example.org", true), ("API.example.org", true),
      ("other.net, example.org", true), ("other.net example.org", true), ("", false), ("ample.org", false),
      ("other.net", false), ("www.api.example.org", false), ("org.", false), (" , ", false),
    ])
  func exempt_names_take_no_proxy(_ list: String, _ isExempt: Bool) throws {
    for variable in ["no_proxy", "NO_PROXY"] {
      let proxy = try choice("https://api.example.org/3", "http://p:1", [variable: list])
      #expect((proxy.url == nil) == isExempt)
    }
  }

  @Test(
    arguments: [
      ("http://proxy.example:3128", "proxy.example", 3128), ("proxy.example", "proxy.example", 1080),
      ("http://user:pass@proxy.example:8080/", "proxy.example", 8080), ("https://p", "p", 443),
      ("socks5h://user:p%40ss@10.0.0.1:9", "10.0.0.1", 9), ("http://p:x", nil, 0), ("http://:80", nil, 0),
      ("http://[::1]:80", nil, 0), ("", nil, 0),
    ] as [(String, String?, Int)])
  func proxy_is_named_without_its_password(_ url: String, _ name: String?, _ port: Int) throws {
    let host = try choice("https://h/", url).host
    #expect(host?.name == name && host?.port ?? 0 == port)
  }

  @Test(
    arguments: [
      (nil, true), ("socks5://p", true), ("socks4://p", true), ("socks5h://p", false), ("socks4a://p", false),
      ("http://p", false), ("p:1", false),
    ] as [(String?, Bool)])
  func name_is_looked_up_here_where_the_proxy_does_not(_ url: String?, _ isHere: Bool) throws {
    #expect(try choice("https://h/", url).wantsAddress == isHere)
  }
}
