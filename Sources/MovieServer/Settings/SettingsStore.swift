import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieStore

/// Where settings come from: default, file, library and environment on top of each other, for each profile.
///
/// Until the library has been read, file and environment alone count.
@LoopActor
final class SettingsStore {
  /// Called after a change: whoever listens must only mark.
  var onChange: (@LoopActor () -> Void)?
  let surroundings: SettingsEnvironment
  private var base = SettingLayers()
  private var stored: [StoredSetting] = []
  private let logger: Logger
  private var unused: [String] = []

  init(configuration: Configuration, surroundings: SettingsEnvironment, logger: Logger) {
    self.surroundings = surroundings
    self.logger = logger
    base.defaults = surroundings.defaults
    base.environment = surroundings.fixed
    base.file = configuration.values
    for variable in surroundings.unusable {
      logger.warning("a variable is not used: it holds no key", metadata: ["variable": "\(variable)"])
    }
  }

  /// All that is said about the settings of a profile; "" for what all share.
  func layers(of profile: String) -> SettingLayers {
    var layers = base
    for row in stored where row.profile.isEmpty || row.profile == profile {
      if let value = Self.value(of: row) { layers.library[row.name] = value }
    }
    return layers
  }

  /// What the file says now.
  func use(_ configuration: Configuration) {
    base.file = configuration.values
    onChange?()
  }

  /// All there is in the library now.
  func take(_ stored: [StoredSetting]) {
    self.stored = stored
    let unused = Set(stored.filter { Self.value(of: $0) == nil }.map(\.name)).sorted()
    if unused != self.unused, !unused.isEmpty {
      logger.warning(
        "settings in the library are not used: this version does not know them",
        metadata: ["names": "\(unused.map { Spelling.shortened($0) }.joined(separator: ", "))"])
    }
    self.unused = unused
    onChange?()
  }

  /// The same as in the library, where a profile has another name.
  func rename(_ profile: String, to new: String) {
    take(
      stored.map { row in
        row.profile == profile ? StoredSetting(profile: new, name: row.name, value: row.value) : row
      })
  }

  /// What is to be stored for a change that a client of `profile` makes.
  static func rows(_ change: SettingsChange, profile: String) -> [StoredSetting] {
    change.changes.map { setting, value in
      StoredSetting(
        profile: setting.permission == .profile ? profile : "", name: setting.name, value: value?.json.text())
    }
  }

  /// Nil where another version has put it there.
  private static func value(of row: StoredSetting) -> ArgumentValue? {
    guard let setting = Setting.named(row.name), setting.permission != .fileOnly,
      (setting.permission == .profile) != row.profile.isEmpty, let text = row.value,
      let json = try? JSONValue(parsing: text)
    else { return nil }
    return setting.type.check(json)
  }
}
