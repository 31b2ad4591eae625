import MovieProtocol

/// The settings of one profile, or those that all share, as they are in force and as clients see them.
struct ProfileSettings {
  let current: Settings
  private let layers: SettingLayers
  private let resolved: [SettingLayers.ResolvedSetting]
  /// Encoded once it is needed: each connection that follows them is sent it.
  private var encoded: SettingState.Values?

  init(_ layers: SettingLayers) { self.init(layers, layers.resolved) }

  private init(_ layers: SettingLayers, _ resolved: [SettingLayers.ResolvedSetting]) {
    (self.layers, self.resolved) = (layers, resolved)
    current = Settings(layers)
  }

  /// Returns false if neither values in force nor values shown have changed.
  @discardableResult
  mutating func use(_ layers: SettingLayers) -> Bool {
    guard layers != self.layers else { return false }
    let resolved = layers.resolved
    // The configured region is in force for an age limit also where another one is shown.
    guard resolved != self.resolved || Settings(layers) != current else { return false }
    self = ProfileSettings(layers, resolved)
    return true
  }

  mutating func inForce() -> SettingState.Values {
    if let encoded { return encoded }
    let members = states.members.map { ($0.name, SettingState.InForce($0.value)) }
    let values = SettingState.Values(JSONMap(members), reserving: 4096)
    encoded = values
    return values
  }

  var states: JSONMap<SettingState> {
    JSONMap(
      zip(Setting.all, resolved).map { setting, resolved in
        let state = SettingState(
          setting, value: resolved.value, default: resolved.fallback, from: resolved.origin)
        return (setting.name, state)
      })
  }
}
