import JSONRPC
import Testing

@testable import MovieProtocol

@Suite struct SettingTests {
  @Test func names_are_there_once_and_are_found() {
    let names = Setting.all.map(\.name)
    #expect(Set(names).count == names.count)
    for setting in Setting.all { #expect(Setting.named(setting.name) === setting) }
    #expect(Setting.named("") == nil)
  }

  @Test func every_default_passes_its_own_check() {
    for setting in Setting.all {
      guard let fallback = setting.fallback else { continue }
      #expect(setting.type.check(fallback.json) == fallback, "\(setting.name)")
    }
  }

  /// config.toml has tables of one level.
  @Test func names_are_words_with_at_most_one_point() {
    for setting in Setting.all {
      let parts = setting.name.split(separator: ".", omittingEmptySubsequences: false)
      #expect(parts.count <= 2, "\(setting.name)")
      #expect(parts.allSatisfy { $0.wholeMatch(of: /[a-z][a-z_]*/) != nil }, "\(setting.name)")
      #expect(setting.summary.hasSuffix("."), "\(setting.name)")
    }
  }

  @Test func clients_may_set_what_the_contract_says() {
    func names(_ permission: Setting.Permission) -> [String] {
      Setting.all.filter { $0.permission == permission }.map(\.name)
    }
    #expect(
      names(.profile) == [
        "language", "region", "countries", "include_adult", "page_size", "debounce_ms", "record_searches",
        "sync.share",
      ])
    #expect(
      names(.shared) == ["tmdb.key", "youtube.key", "itunes.enabled", "unknown_age", "catalogue.update"])
    #expect(Setting.all.filter(\.isSecret).map(\.name) == ["tmdb.key", "youtube.key", "cache.shared"])
    #expect(Setting.all.compactMap(\.variable) == ["TMDB_API_KEY", "YOUTUBE_API_KEY"])
  }

  @Test(
    arguments: [
      (Setting.tmdbKey, #""a""#, true), (.tmdbKey, #""eyJ~!.x_-""#, true), (.tmdbKey, #""""#, false),
      (.tmdbKey, #""a b""#, false), (.tmdbKey, #""a\n""#, false), (.tmdbKey, #""ä""#, false),
      (.tmdbKey, "5", false),
      (.tmdbAddress, #""http://localhost:8080/3""#, true), (.tmdbAddress, #""ftp://a""#, false),
      (.tmdbAddress, #""https://""#, false), (.tmdbAddress, #""https://a b""#, false),
      (.tmdbAddress, #""https://@""#, false), (.tmdbAddress, #""http://example.org""#, false),
      (.tmdbAddress, #""http://127.0.0.1""#, true), (.tmdbAddress, #""http://[::1]:80/3""#, true),
      (.tmdbAddress, #""http://127.0.0.1.example.org""#, false),
      (.tmdbAddress, #""http://localhost@example.org""#, false),
      (.tmdbAddress, #""http://localhost:80@example.org""#, false),
      (.tmdbAddress, #""http://localhost:""#, false), (.tmdbAddress, #""http://127.1.1""#, false),
      (.proxy, #""socks5h://a:1""#, true), (.proxy, #""http://me:word@a""#, false),
      (.proxy, #""a:8080""#, false),
      (.sharedCache, #""redis://store""#, true), (.sharedCache, #""unix:///run/redis.sock""#, true),
      (.sharedCache, #""rediss://store""#, true), (.sharedCache, #""http://store""#, false),
      (.sharedCache, #""store:6379""#, false), (.sharedCache, #""redis://""#, false),
      (.dataFolder, #""/a""#, true), (.dataFolder, #""a""#, false), (.dataFolder, #""/a\u0000""#, false),
      (.countries, #"["DE"]"#, true), (.countries, "[]", false), (.countries, #"["de"]"#, false),
      (.countries, #"["DE",null]"#, false), (.countries, #""DE""#, false),
      (.player, #"["mpv","--fs"]"#, true), (.player, #"[""]"#, false), (.player, #""mpv""#, false),
    ] as [(Setting, String, Bool)])
  func a_value_fits_or_not(_ setting: Setting, _ json: String, _ fits: Bool) throws {
    #expect((setting.type.check(try JSONValue(parsing: json)) != nil) == fits)
    // The same by the pattern that the OpenRPC document has.
    guard case .form(let form) = setting.type, let text = try JSONValue(parsing: json).stringValue else {
      return
    }
    #expect((text.firstMatch(of: try Regex(form.pattern)) != nil) == fits, "\(form.pattern)")
  }

  @Test func lengths_are_bounded() throws {
    func fits(_ setting: Setting, _ text: String) -> Bool { setting.type.check(.string(text)) != nil }
    #expect(fits(.tmdbKey, String(repeating: "k", count: 512)))
    #expect(!fits(.tmdbKey, String(repeating: "k", count: 513)))
    #expect(!fits(.tmdbAddress, "http://" + String(repeating: "a", count: 2001)))
    #expect(!fits(.dataFolder, "/" + String(repeating: "a", count: 4096)))
    let countries = JSONValue.array((0..<21).map { _ in "DE" })
    #expect(Setting.countries.type.check(countries) == nil)
  }

  @Test func one_text_for_a_list_gets_the_list_as_a_hint() {
    #expect(Setting.countries.type.advice(for: "DE", of: "c")?.remedy == .param("c", ["DE"]))
    #expect(Setting.countries.type.advice(for: "Germany", of: "c") == nil)
  }

  @Test func what_stands_in_an_object_is_not_repeated_in_an_error() throws {
    for wrong in [#"{"set":"tmdb.key=secret"}"#, #"{"set":["tmdb.key","secret"]}"#, #"["secret"]"#] {
      let error = #expect(throws: RPCError.self) {
        try Arguments(SettingsUpdateMethod.method, params: try JSONValue(parsing: wrong))
      }
      #expect(error?.message == "set must be an object of at most 64 names and their values")
      #expect(error?.hint == nil)
    }
  }
}
