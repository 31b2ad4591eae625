import Logging
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ConfigurationFileTests {
  private func fault(_ text: String) -> String? {
    do {
      _ = try ConfigurationFile.parse(text, path: "f")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func what_is_set_holds_and_the_rest_is_the_default() throws {
    let configuration = try ConfigurationFile.parse(
      """
      page_size = 7
      debounce_ms = 0
      catalogue.embedded = false
      [limits]
      depth = 8 # a comment
      connections = 1_000
      [folders]
      data = "/srv/movies"
      [log]
      level = 'debug'
      """, path: "f")
    var expected = Configuration()
    expected[.pageSize] = .integer(7)
    expected[.debounce] = .integer(0)
    expected[.embedded] = .boolean(false)
    expected.limits.depth = 8
    expected.limits.connections = 1000
    expected[.dataFolder] = .text("/srv/movies")
    expected[.logLevel] = .text("debug")
    #expect(configuration == expected)
    #expect(configuration.limits.depth == 8 && configuration.logLevel == .debug)
    #expect(configuration.dataFolder == "/srv/movies" && !configuration.hasEmbeddedCatalogue)
    #expect(try ConfigurationFile.parse("", path: "f") == Configuration())
  }

  @Test(
    arguments: [
      ("page_size = 0", "f:1: page_size must be an integer, 1 to 100"),
      ("\n\npage_size = 101", "f:3: page_size must be an integer, 1 to 100"),
      ("\r\n\r\npage_size = 101\r\n", "f:3: page_size must be an integer, 1 to 100"),
      ("page_size = 20.0", "f:1: page_size must be an integer, 1 to 100"),
      ("page_size = \"20\"", "f:1: page_size must be an integer, 1 to 100"),
      ("# page_size = 1\npagesize = 20", "f:2: there is no setting pagesize; did you mean page_size?"),
      ("[limits]\npage_size = 10\n[log]\npage_size = 3", "f:4: there is no setting log.page_size"),
      ("[limits]\npage_size = 10\ndepth = 7", "f:3: limits.depth must be an integer, 8 to 64"),
      ("[ limits ] # here\n  \"depth\"=7", "f:2: limits.depth must be an integer, 8 to 64"),
      ("limits . depth = 7", "f:1: limits.depth must be an integer, 8 to 64"),
      ("\nlimits = { depth = 7 }", "f:2: limits.depth must be an integer, 8 to 64"),
      ("limits = 3", "f:1: there is no setting limits; did you mean limits.line_bytes?"),
      ("[limit]\n", "f:1: there is no setting limit; did you mean limits.line_bytes?"),
      ("[limits]\n", nil),
      ("[limits.more]\ndepth = 8", "f:1: there is no setting limits.more"),
      ("[[limits]]\ndepth = 8", "f:1: there is no setting limits; did you mean limits.line_bytes?"),
      ("folders.data = \"movies\"", "f:1: folders.data must be the absolute path of a folder"),
      ("catalogue.embedded = 1", "f:1: catalogue.embedded must be true or false"),
      ("\"page\\u005fsize\" = 0", "f: page_size must be an integer, 1 to 100"),
      ("limits.depth = 99999999999999999999999", nil),
    ] as [(String, String?)])
  func a_mistake_is_one_sentence_with_its_line(_ text: String, _ expected: String?) {
    let found = fault(text)
    if text.contains("9999") {
      #expect(found?.hasPrefix("f:1: ") == true)
    } else {
      #expect(found == expected)
    }
  }

  @Test(arguments: [
    ("page_size = ", 1), ("page_size = 1\nx y\n", 2), ("a = 1\na = 2", 2), ("[x\n", 1), ("a = \"\u{1}\"", 1),
  ])
  func what_is_no_TOML_names_the_line(_ text: String, _ line: Int) {
    let found = fault(text)
    #expect(found?.hasPrefix("f:\(line): ") == true, "\(found ?? "none")")
    #expect(found?.contains("\n") == false)
  }

  @Test func the_log_level_is_one_of_those_there_are() {
    #expect(
      Setting.logLevel.type.expectation.hasSuffix("trace, debug, info, notice, warning, error, critical"))
    for level in Logger.Level.allCases {
      #expect(
        (try? ConfigurationFile.parse("log.level = \"\(level.rawValue)\"", path: "f"))?.logLevel == level)
    }
    #expect(fault("log.level = \"loud\"")?.hasPrefix("f:1: log.level must be one of trace, debug") == true)
  }

  @Test func every_limit_can_be_set_to_both_ends_of_its_range() {
    for entry in Limits.entries {
      for value in [entry.range.lowerBound, entry.range.upperBound] {
        #expect(fault("limits.\(entry.name) = \(value)") == nil)
      }
      for value in [entry.range.lowerBound - 1, entry.range.upperBound + 1] {
        #expect(fault("limits.\(entry.name) = \(value)") != nil)
      }
    }
  }

  @Test(arguments: [
    ("[tmdb]\nkey = \"abc\"", Setting.tmdbKey, ArgumentValue.text("abc")),
    ("countries = [\n \"DE\", # home\n \"AT\",\n]", .countries, .texts(["DE", "AT"])),
    ("player.command = [\"mpv\", \"--fs\"]", .player, .texts(["mpv", "--fs"])),
    ("language = \"de-DE\"", .language, .text("de-DE")),
    ("[itunes]\nenabled = true", .itunes, .boolean(true)),
    ("unknown_age = \"hide\"", .unknownAge, .text("hide")),
    ("http.proxy = \"socks5h://localhost:1080\"", .proxy, .text("socks5h://localhost:1080")),
  ])
  func every_kind_of_value_can_be_set(_ text: String, _ setting: Setting, _ value: ArgumentValue) throws {
    #expect(try ConfigurationFile.parse(text, path: "f").values == [setting.name: value])
  }

  @Test(
    arguments: [
      ("\ncountries = []", "f:2: countries must be an array of 1 to 20 countries like DE"),
      ("countries = [\"DE\", 1]", "f:1: countries must be an array of 1 to 20 countries like DE"),
      ("countries = [[\"DE\"]]", "f:1: countries must be an array of 1 to 20 countries like DE"),
      ("region = \"de\"", "f:1: region must be a country like DE"),
      (
        "http.proxy = \"http://me:secret@host\"",
        "f:1: http.proxy must be a URL like socks5h://host:1080, without a password"
      ),
      (
        "[tmdb]\nkey = \"my secret\"",
        "f:2: tmdb.key must be 1 to 512 ASCII characters, no blanks"
      ),
      ("tmdb.key = 5ecret", nil), ("tmdb.key = secret", nil), ("tmdb.key = \"secret", nil),
      ("tmdb.key = 'secret\n'", nil), ("tmdb.key = \"\\secret\"", nil), ("tmdb.key = tsecret", nil),
      ("tmdb.key = \"a\" secret", nil), ("tmdb.key = 0xsecret", nil), ("[tmdb]\nsecret", nil),
    ] as [(String, String?)])
  func a_mistake_never_shows_what_may_be_a_secret(_ text: String, _ expected: String?) {
    let found = fault(text)
    #expect(found != nil && found?.contains("ecret") == false, "\(found ?? "none")")
    if let expected { #expect(found == expected) }
  }

  @Test func a_file_that_is_not_there_is_a_fault_only_where_somebody_named_it() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    #expect(try ConfigurationFile.read(path, isRequired: false) == Configuration())
    #expect(throws: ConfigurationFile.ReadError.self) { try ConfigurationFile.read(path, isRequired: true) }
    #expect(throws: ConfigurationFile.ReadError.self) {
      try ConfigurationFile.read(folder.path, isRequired: false)
    }
    try TemporaryFolder.write("page_size = 3", to: path)
    #expect(try ConfigurationFile.read(path, isRequired: true)[.pageSize] == .integer(3))
    try TemporaryFolder.write(String(repeating: "#", count: (1 << 20) + 1), to: path)
    #expect(throws: ConfigurationFile.ReadError.self) { try ConfigurationFile.read(path, isRequired: true) }
  }

  /// Also where name and value are swapped, or quotes are missing.
  @Test(arguments: [
    "\"KEY\" = 1", "KEY = \"tmdb.key\"", "[KEY]", "[tmdb]\nKEY = 1", "tmdb.KEY = 1\ntmdb.KEY = 2",
    "\"KEY\".x.y = 1\n\"KEY\" = 2", "tmdb.key = KEY", "tmdb.key = 0xKEY", "tmdb.key = \"KEY", "KEY",
    "tmdb.key = [\"KEY\"]",
  ])
  func fault_never_repeats_a_key(_ text: String) throws {
    for key in ["f123456789abcdef0123456789abcdef", "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"] {
      let parts = text.split(separator: "KEY", omittingEmptySubsequences: false)
      let told = try #require(fault(parts.joined(separator: key)))
      #expect(told.hasPrefix("f:") && !told.contains(key.dropFirst(4).prefix(8)), "\(told)")
    }
  }
}
