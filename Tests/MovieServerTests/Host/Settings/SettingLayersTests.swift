import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import TestSupport
import Testing

@testable import MovieServer

@Suite struct SettingLayersTests {
  /// A value for each layer, so that who wins can be seen.
  private static let marks:
    [(SettingState.Origin, any WritableKeyPath<SettingLayers, [String: ArgumentValue]> & Sendable)] =
      [(.file, \.file), (.library, \.library), (.environment, \.environment)]

  private static let layers = SettingLayers(
    defaults: SettingsEnvironment(environment: { _ in nil }, configurationFile: "/c").defaults)

  /// The whole table: every subset of the three layers, for a setting of each kind of default.
  @Test(arguments: [Setting.pageSize, .language, .countries, .tmdbKey, .dataFolder], 0..<8)
  func strongest_layer_that_says_something_wins(_ setting: Setting, _ subset: Int) {
    var layers = SettingLayers(
      defaults: ["language": .text("fr"), "region": .text("FR"), "folders.data": .text("/d")])
    var expected = SettingState.Origin.default
    for (bit, mark) in Self.marks.enumerated() where subset & 1 << bit != 0 {
      layers[keyPath: mark.1][setting.name] = .text(mark.0.rawValue)
      expected = mark.0
    }
    let resolved = layers.resolved(of: setting)
    #expect(resolved.origin == expected)
    let fallback: ArgumentValue? =
      switch setting.name {
      case "page_size": .integer(20)
      case "language": .text("fr")
      case "countries": .texts(["FR"])
      case "folders.data": .text("/d")
      default: nil
      }
    #expect(resolved.fallback == fallback)
    #expect(resolved.value == (expected == .default ? fallback : .text(expected.rawValue)))
  }

  @Test func countries_follow_the_region_in_force() {
    var layers = Self.layers
    layers.defaults["region"] = .text("FR")
    layers.file = ["region": .text("AT")]
    layers.library = ["region": .text("DE")]
    #expect(Settings(layers).countries == ["DE"])
    #expect(layers.resolved(of: .countries).origin == .default)
    layers.library["countries"] = .texts(["CH"])
    #expect(Settings(layers).countries == ["CH"])
    #expect(layers.resolved(of: .countries).fallback == .texts(["DE"]))
  }

  @Test func secrets_are_told_as_set_or_not() throws {
    var layers = Self.layers
    func shown(_ name: String) throws -> String? {
      try JSONValue(parsing: Self.encoded(layers).bytes.span)[name]?["value"]?.text()
    }
    #expect(try shown("tmdb.key") == #"{"set":false}"#)
    layers.environment = ["tmdb.key": .text("hidden"), "youtube.key": .text("hidden")]
    #expect(try shown("tmdb.key") == #"{"set":true}"#)
    #expect(!String(decoding: Self.encoded(layers).bytes, as: UTF8.self).contains("hidden"))
    let settings = Settings(layers)
    #expect(settings.tmdbKey?.text == "hidden")
    var dumped = ""
    dump(settings, to: &dumped)
    for text in ["\(settings)", String(reflecting: settings), dumped] { #expect(!text.contains("hidden")) }
  }

  private static func encoded(_ layers: SettingLayers) -> SettingState.Values {
    var settings = ProfileSettings(layers)
    return settings.inForce()
  }

  @Test func what_is_kept_of_other_settings_is_what_they_are() throws {
    var layers = Self.layers
    var settings = ProfileSettings(layers)
    for region in ["AT", "CH"] {
      _ = settings.inForce()
      layers.library["region"] = .text(region)
      #expect(settings.use(layers) && !settings.use(layers))
      // The countries follow the region, and the language does not.
      #expect(settings.inForce() == Self.encoded(layers))
    }
  }

  @Test func region_of_the_configuration_is_in_force_also_behind_that_of_a_profile() {
    var layers = Self.layers
    layers.library["region"] = .text("AT")
    layers.file["region"] = .text("DE")
    var settings = ProfileSettings(layers)
    layers.file["region"] = .text("FR")
    #expect(
      settings.use(layers) && settings.current.configuredRegion == "FR" && settings.current.region == "AT")
  }

  @Test func result_is_well_below_what_a_line_may_have() {
    var layers = Self.layers
    layers.file["http.proxy"] = .text("http://" + String(repeating: "a", count: 2000))
    layers.library["countries"] = .texts(Array(repeating: "DE", count: 20))
    #expect(Self.encoded(layers).bytes.count < 16_384)
  }

  @Test(
    arguments: [
      ("de_DE.UTF-8", "de-DE", "DE"), ("de_AT@euro", "de-AT", "AT"), ("de", "de", "US"),
      ("pt_BR", "pt-BR", "BR"),
      ("C", "en-US", "US"), ("C.UTF-8", "en-US", "US"), ("POSIX", "en-US", "US"), ("", "en-US", "US"),
      (nil, "en-US", "US"), ("de_DE_x", "en-US", "US"), ("../../etc", "en-US", "US"),
      ("DE_de", "en-US", "US"),
      ("de_DE\0", "en-US", "US"), ("gsw_CH.UTF-8", "gsw-CH", "CH"),
    ] as [(String?, String, String)])
  func lang_gives_language_and_region(_ lang: String?, _ language: String, _ region: String) {
    let system = SystemLanguage.of(lang)
    #expect(system.language == language && system.region == region)
  }

  @Test(
    arguments: [
      (["LANG": "de_AT.UTF-8"], "de-AT", "AT"), (["LANG": "de_AT.UTF-8", "LC_ALL": ""], "de-AT", "AT"),
      (["LANG": "de_AT.UTF-8", "LC_ALL": "fr_CH.UTF-8"], "fr-CH", "CH"),
      (["LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_US.UTF-8"], "en-US", "AT"),
      (["LANG": "de_AT.UTF-8", "LC_MESSAGES": "en_US", "LC_ALL": "C"], "en-US", "US"), ([:], "en-US", "US"),
    ] as [([String: String], String, String)])
  func locale_gives_language_and_region(
    _ environment: [String: String], _ language: String, _ region: String
  ) {
    let system = SystemLanguage.of { environment[$0] }
    #expect(system.language == language && system.region == region)
  }

  @Test func downloader_is_yt_dlp_where_path_has_it() throws {
    let folder = try TemporaryFolder()
    func downloader(_ path: String?) -> ArgumentValue? {
      SettingsEnvironment(environment: { $0 == "PATH" ? path : nil }, configurationFile: "/c")
        .defaults["downloads.command"]
    }
    let path = "/none:" + folder.path
    #expect(downloader(path) == nil && downloader(nil) == nil && downloader("") == nil)
    try TemporaryFolder.write("#!/bin/sh\n", to: folder.path + "/yt-dlp")
    chmod(folder.path + "/yt-dlp", 0o644)
    #expect(downloader(path) == nil, "it cannot be run")
    chmod(folder.path + "/yt-dlp", 0o755)
    #expect(downloader(path) == .texts(["yt-dlp"]))
    unlink(folder.path + "/yt-dlp")
    mkdir(folder.path + "/yt-dlp", 0o755)
    #expect(downloader(path) == nil, "a folder is no program")
  }

  @Test func variables_fix_what_they_hold_and_are_named_where_they_hold_no_key() {
    let variables = ["TMDB_API_KEY": "abc", "YOUTUBE_API_KEY": "a b", "LANG": "de_DE"]
    let found = SettingsEnvironment(environment: { variables[$0] }, configurationFile: "/c")
    #expect(found.fixed == ["tmdb.key": .text("abc")])
    #expect(found.unusable == ["YOUTUBE_API_KEY"])
    let share: ArgumentValue = .texts(["watchlist", "favorites", "searches", "settings", "follow"])
    #expect(
      found.defaults == ["language": .text("de-DE"), "region": .text("DE"), "sync.share": share])
    let empty = SettingsEnvironment(environment: { _ in "" }, configurationFile: "/c")
    #expect(empty.fixed.isEmpty && empty.unusable.isEmpty)
  }
}
