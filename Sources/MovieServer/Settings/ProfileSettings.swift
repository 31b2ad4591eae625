import MovieProtocol

/// The settings of one profile, as they are in force and as clients see them.
struct ProfileSettings {
  private(set) var current: Settings
  private var layers: SettingLayers
  private var resolved: [SettingLayers.ResolvedSetting]
  private(set) lazy var encoded = layers.encoded()

  init(_ layers: SettingLayers) {
    self.layers = layers
    resolved = layers.resolved
    current = Settings(layers)
  }

  /// Returns false if neither values in force nor values shown have changed.
  mutating func use(_ layers: SettingLayers) -> Bool {
    let resolved = layers.resolved
    guard resolved != self.resolved else { return false }
    self = ProfileSettings(layers)
    return true
  }
}
