import MovieProtocol

/// The settings of one profile, in force and as clients see them.
struct ProfileSettings {
  private(set) var current: Settings
  private var layers: SettingLayers
  private var standings: [SettingLayers.Standing]
  /// The result of `settings`.
  private(set) lazy var encoded: [UInt8] = layers.encoded()

  init(_ layers: SettingLayers) {
    self.layers = layers
    standings = layers.standings
    current = Settings(layers)
  }

  /// False: nothing that is in force or shown is another now.
  mutating func use(_ layers: SettingLayers) -> Bool {
    let standings = layers.standings
    guard standings != self.standings else { return false }
    self = ProfileSettings(layers)
    return true
  }
}
