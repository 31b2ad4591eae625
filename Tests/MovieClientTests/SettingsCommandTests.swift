import JSONRPC
import Testing

@testable import MovieClient

struct SettingsCommandTests {
  @Test(
    arguments: [
      (["30"], 20, 30), (["true"], false, true), (["DE"], "US", "DE"), (["DE"], nil, "DE"),
      (["2021"], "x", "2021"),
      (["DE,AT"], ["US"], ["DE", "AT"]), (["DE", "AT"], ["US"], ["DE", "AT"]),
      (["DE, AT"], [], ["DE", "AT"]),
      ([""], ["US"], []), ([""], "x", ""),
    ] as [([String], JSONValue, JSONValue)])
  func text_takes_the_type_of_the_value_in_force(_ words: [String], _ current: JSONValue, _ value: JSONValue)
    throws
  {
    #expect(try SettingValue.json(words, for: "x", like: current) == value)
  }

  @Test(
    arguments: [
      (["many"], 20, "\"many\" is not a value of x (a whole number)"), (["yes"], true, "(true or false)"),
      (["a", "b"], "x", "x takes one value, not 2"),
    ] as [([String], JSONValue, String)])
  func wrong_text_is_refused(_ words: [String], _ current: JSONValue, _ message: String) {
    let failure = #expect(throws: CommandError.self) { try SettingValue.json(words, for: "x", like: current) }
    #expect(failure?.status == .usage)
    #expect(failure?.message.contains(message) == true)
  }

  @Test(arguments: ["tmdb.key", "youtube.key"])
  func secret_is_never_an_argument(_ name: String) {
    let failure = #expect(throws: CommandError.self) { try SettingChange(name, ["abc123"]) }
    #expect(failure?.status == .usage)
    #expect(failure?.text.contains("must not be an argument") == true)
    #expect(failure?.text.contains("abc123") == false)
  }

  @Test func secret_this_client_does_not_know_is_none_either() throws {
    let change = try SettingChange("trakt.token", ["abc123"])
    #expect(throws: CommandError.self) { try change.value(like: ["set": false]) { _ in "asked" } }
    let bare = try SettingChange("trakt.token", [])
    #expect(try bare.value(like: ["set": false]) { "asked for \($0)" } == "asked for trakt.token")
  }

  @Test func value_of_a_known_setting_needs_no_daemon() throws {
    #expect(try SettingChange("tmdb.key", []).value { "asked for \($0)" } == "asked for tmdb.key")
    #expect(try SettingChange("page_size", ["30"]).value() == 30)
    #expect(try SettingChange("countries", ["DE", "AT"]).value() == ["DE", "AT"])
    #expect(try SettingChange("record_searches", ["false"]).value() == false)
    #expect(try SettingChange("region", ["DE"]).value() == "DE")
    #expect(try SettingChange("new.one", ["DE"]).value() == nil)
    #expect(throws: CommandError.self) { try SettingChange("page_size", ["many"]).value() }
  }

  @Test func value_that_is_missing_is_wrong_usage() {
    #expect(throws: CommandError.self) { try SettingChange("page_size", []) }
    #expect(throws: CommandError.self) { try SettingChange("new.one", []).value(like: 1) }
  }

  private let settings: JSONValue = [
    "settings": [
      "region": [
        "value": "DE", "default": "US", "from": "library", "settable": "profile",
        "description": "Country of dates and certificates; default: LANG.",
      ],
      "countries": ["value": ["DE", "AT"], "default": ["US"], "from": "library", "settable": "profile"],
      "include_adult": ["value": false, "default": false, "from": "default", "settable": "profile"],
      "tmdb.key": [
        "value": ["set": true], "default": ["set": false], "from": "environment", "settable": "shared",
      ],
      "http.proxy": ["value": nil, "default": nil, "from": "default", "settable": "file"],
      "log.level": ["value": "debug", "default": "info", "from": "file", "settable": "file"],
    ]
  ]

  @Test func settings_are_a_table() {
    let wide = SettingsPage.text(settings, isWhole: false, on: Screen(width: 100))
    #expect(
      wide.hasPrefix(
        """
        NAME           VALUE                 MEANS
        region         DE                    Country of dates and certificates; default: LANG.
        countries      DE,AT
        include_adult  false
        tmdb.key       set  (TMDB_API_KEY)
        log.level      debug  (config.toml)
        """))
    #expect(
      SettingsPage.text(settings, isWhole: false, on: Screen(width: 60)) == """
        NAME           VALUE                MEANS
        region         DE                   Country of dates and ce…
        countries      DE,AT
        include_adult  false
        tmdb.key       set  (TMDB_API_KEY)
        log.level      debug  (config.tom…

        1 more in config.toml; --all shows them

        """)
    let whole = SettingsPage.text(settings, isWhole: true, on: Screen(width: 60))
    #expect(whole.contains("\nhttp.proxy     none\n") && !whole.contains("--all"))
  }

  @Test func named_ones_are_shown_alone() throws {
    let some = try SettingsPage.only(["log.level", "region"], of: settings)
    #expect(some["settings"]?.objectValue?.map(\.name) == ["log.level", "region"])
    #expect(some["settings"]?["region"] == settings["settings"]?["region"])
  }

  @Test(arguments: [
    ("regin", "did you mean region?"),
    ("xyzzy", "movierpc settings --all shows their names"),
  ])
  func name_of_no_setting_is_told(_ name: String, _ hint: String) {
    let failure = #expect(throws: CommandError.self) { try SettingsPage.only([name], of: settings) }
    #expect(failure?.status == .usage && failure?.hint == hint)
  }

  @Test func what_tmdb_says_of_a_key_is_told_with_it() {
    func line(_ checked: JSONValue) -> String {
      SettingsPage.changes(
        ["settings": settings["settings"] ?? .null, "checked": ["tmdb.key": checked]], ["tmdb.key"],
        on: .endless)
    }
    #expect(line("accepted") == "tmdb.key is set, and TMDB accepts it\n")
    #expect(
      line("network") == "tmdb.key is set, but it could not be tried; no answer from the network: movierpc "
        + "doctor\n")
  }

  @Test func change_is_told_in_a_line() {
    #expect(
      SettingsPage.changes(
        settings, ["region", "include_adult", "tmdb.key", "log.level", "unknown"], on: .endless) == """
          region is DE
          include_adult is false (the default)
          tmdb.key is set
          log.level is debug (from config.toml)

          """)
  }
}
