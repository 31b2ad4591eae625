import MovieProtocol

/// The settings of one profile, or those that all share, as they are in force and as clients see them.
struct ProfileSettings {
  let current: Settings
  private let resolved: [SettingLayers.ResolvedSetting]
  private(set) lazy var encoded = resolved.encoded()

  init(_ layers: SettingLayers) { self.init(layers, layers.resolved) }

  private init(_ layers: SettingLayers, _ resolved: [SettingLayers.ResolvedSetting]) {
    self.resolved = resolved
    current = Settings(layers)
  }

  /// Returns false if neither values in force nor values shown have changed.
  @discardableResult
  mutating func use(_ layers: SettingLayers) -> Bool {
    let resolved = layers.resolved
    guard resolved != self.resolved else { return false }
    self = ProfileSettings(layers, resolved)
    return true
  }
}
