import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieStore

/// The sources of settings: default, file, library and environment, each overriding the one before, for each
/// profile.
///
/// Until the library has been read, only the file and the environment count.
@LoopActor
final class SettingsStore {
  /// Called after a change: the listener may only mark.
  var onChange: (@LoopActor () -> Void)?
  let surroundings: SettingsEnvironment
  private var base: SettingLayers
  private var stored: [StoredSetting] = []
  private let logger: Logger
  private var unused: [String] = []

  init(configuration: Configuration, surroundings: SettingsEnvironment, logger: Logger) {
    self.surroundings = surroundings
    self.logger = logger
    base = SettingLayers(defaults: surroundings.defaults, environment: surroundings.fixed)
    base.file = usable(configuration)
    for variable in surroundings.unusable {
      logger.warning("environment variable ignored: it is not a key", metadata: ["variable": "\(variable)"])
    }
  }

  /// All values of a profile's settings; "" for those that all profiles share.
  func layers(of profile: String) -> SettingLayers {
    var layers = base
    for row in stored where row.profile.isEmpty || row.profile == profile {
      if let value = Self.value(of: row) { layers.library[row.name] = value }
    }
    return layers
  }

  /// The present values of the file.
  func use(_ configuration: Configuration) {
    base.file = usable(configuration)
    onChange?()
  }

  /// Without what no country and no language is called: an earlier version took it.
  private func usable(_ configuration: Configuration) -> [String: ArgumentValue] {
    let unknown = configuration.values.namesOfUnknownCodes
    if !unknown.isEmpty {
      logger.warning(
        "settings in the configuration ignored: no such country or language",
        metadata: ["settings": "\(unknown.joined(separator: ", "))"])
    }
    return configuration.values.filter { !unknown.contains($0.key) }
  }

  /// The present values in the library.
  func load(_ stored: [StoredSetting]) {
    self.stored = stored
    let unused = Set(stored.filter { Self.value(of: $0) == nil }.map(\.name)).sorted()
    if unused != self.unused, !unused.isEmpty {
      logger.warning(
        "settings in the library ignored: not valid in this version",
        metadata: ["settings": "\(unused.map { Spelling.shortened($0) }.joined(separator: ", "))"])
    }
    self.unused = unused
    onChange?()
  }

  /// Follows the library when a profile is renamed.
  func rename(_ profile: String, to new: String) {
    load(
      stored.map { row in
        row.profile == profile ? StoredSetting(profile: new, name: row.name, value: row.value) : row
      })
  }

  /// The rows to store for a change that a client of `profile` makes.
  static func rows(_ change: SettingsChange, profile: String) -> [StoredSetting] {
    change.changes.map { setting, value in
      StoredSetting(
        profile: setting.permission == .profile ? profile : "", name: setting.name, value: value?.json.text())
    }
  }

  /// Nil if it is not valid in this version.
  private static func value(of row: StoredSetting) -> ArgumentValue? {
    guard let setting = Setting.named(row.name), setting.permission != .fileOnly,
      (setting.permission == .profile) != row.profile.isEmpty, let text = row.value,
      let json = try? JSONValue(parsing: text)
    else { return nil }
    return setting.type.check(json).flatMap { UnknownCode(in: $0, of: setting) == nil ? $0 : nil }
  }
}
