import MovieProtocol

/// The settings of one profile, or those that all share, as they are in force and as clients see them.
struct ProfileSettings {
  let current: Settings
  private let layers: SettingLayers
  private let resolved: [SettingLayers.ResolvedSetting]
  /// Of each setting once it is needed. All are sent whenever one changes, so those of the others are kept.
  private var states: [Encoded<SettingState>?]
  private var all: SettingState.All?

  init(_ layers: SettingLayers) {
    let resolved = layers.resolved
    self.init(layers, resolved, resolved.map { _ in nil })
  }

  private init(
    _ layers: SettingLayers, _ resolved: [SettingLayers.ResolvedSetting],
    _ states: [Encoded<SettingState>?]
  ) {
    (self.layers, self.resolved, self.states) = (layers, resolved, states)
    current = Settings(layers)
  }

  /// Returns false if neither values in force nor values shown have changed.
  @discardableResult
  mutating func use(_ layers: SettingLayers) -> Bool {
    guard layers != self.layers else { return false }
    let resolved = layers.resolved
    // The configured region is in force for an age limit also where another one is shown.
    guard resolved != self.resolved || Settings(layers) != current else { return false }
    let states = states.indices.map { resolved[$0] == self.resolved[$0] ? self.states[$0] : nil }
    self = ProfileSettings(layers, resolved, states)
    return true
  }

  mutating func encoded() -> SettingState.All {
    if let all { return all }
    let members = Setting.all.enumerated().map { place, setting in (setting.name, state(of: setting, place)) }
    let all = SettingState.All(bytes: Encoded(JSONMap(members), reserving: 16_384).bytes)
    self.all = all
    return all
  }

  private mutating func state(of setting: Setting, _ place: Int) -> Encoded<SettingState> {
    if let state = states[place] { return state }
    let resolved = resolved[place]
    let state = Encoded(
      SettingState(setting, value: resolved.value, default: resolved.fallback, from: resolved.origin),
      reserving: 1024)
    states[place] = state
    return state
  }
}
