import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct SettingPageTests {
  /// As the daemon sends it.
  static func json(_ state: SettingState) -> JSONValue {
    [
      "value": state.value, "default": state.fallback, "from": .string(state.origin.rawValue),
      "description": .string(state.description), "settable": .string(state.permission.rawValue),
      "schema": state.schema,
    ]
  }

  private func page(
    _ name: String, _ value: ArgumentValue? = nil, from origin: SettingState.Origin = .default
  ) throws -> String {
    let setting = try #require(Setting.named(name))
    let state = SettingState(
      setting, value: value ?? setting.fallback, default: setting.fallback, from: origin)
    return SettingPage.text(
      ["settings": .object([JSONMember(name, Self.json(state))])], on: Screen(width: 80))
  }

  @Test func setting_is_shown_with_what_it_does_and_its_commands() throws {
    #expect(
      try page("page_size", .integer(50), from: .library) == """
        page_size
        Titles per page, unless the request sets page_size.

        value     50
        from      movierpc settings set
        default   20
        allowed   an integer, 1 to 100
        set it    movierpc settings set page_size VALUE
        reset it  movierpc settings reset page_size

        """)
  }

  @Test(arguments: [
    ("include_adult", "true or false"), ("region", "a country like DE"),
    ("countries", "up to 20, with commas between them, each a country like DE"),
    (
      "sync.share",
      "up to 5, with commas between them, each one of watchlist, favorites, searches, settings, follow"
    ),
    ("tmdb.key", "1 to 512 ASCII characters, no blanks"), ("catalogue.update", "one of manual, weekly"),
    ("player.command", "a list of up to 64, each text of 1 to 4096 bytes"),
    ("sync.folder", "the absolute path of a folder"), ("limits.depth", "an integer, 8 to 64"),
  ])
  func allowed_values_are_told(_ name: String, _ words: String) throws {
    let page = try page(name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(page.contains(" allowed \(words) set it "), "\(page)")
  }

  @Test func command_is_the_one_that_has_an_effect() throws {
    #expect(try page("tmdb.key").hasSuffix("\nset it   movierpc settings set tmdb.key\n"))
    let fixed = try page("tmdb.key", .text("x"), from: .environment)
    #expect(fixed.contains("\nfrom     TMDB_API_KEY in the daemon's environment\n"))
    #expect(fixed.hasSuffix("\nset it   without TMDB_API_KEY: movierpc settings set tmdb.key\n"))
    #expect(
      try page("log.level", .text("debug"), from: .file).contains(
        "from     config.toml\ndefault  info\n"))
    #expect(
      try page("log.level", .text("debug"), from: .file).hasSuffix(
        #"in config.toml: log.level = "debug", then movierpc daemon restart"# + "\n"))
    #expect(try page("sync.folder").contains("in config.toml: sync.folder = ..., then "))
  }

  @Test func setting_of_a_later_version_is_shown_as_it_is() {
    let setting: JSONValue = [
      "value": 3, "default": 2, "from": "moon", "description": "New.", "settable": "profile",
      "schema": ["type": "string"],
    ]
    #expect(
      SettingPage.text(["settings": ["new": setting]], on: Screen(width: 80)) == """
        new
        New.

        value    3
        from     moon
        default  2
        set it   movierpc settings set new VALUE

        """)
  }
}
