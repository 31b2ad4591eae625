import MovieProtocol

/// The sources of settings, from weak to strong, and which one wins. A value without I/O.
struct SettingLayers: Equatable, Sendable {
  /// The resolved state of one setting.
  struct ResolvedSetting: Equatable, Sendable {
    /// Nil: it has no value.
    let value: ArgumentValue?
    /// The value without file, library and environment.
    let fallback: ArgumentValue?
    let origin: SettingState.Origin
  }

  /// Found at the start: LANG and folders. All other settings have their default in the table.
  var defaults: [String: ArgumentValue]
  var file: [String: ArgumentValue] = [:]
  var library: [String: ArgumentValue] = [:]
  var environment: [String: ArgumentValue] = [:]

  func resolved(of setting: Setting) -> ResolvedSetting {
    let fallback = fallback(of: setting)
    let chosen = chosen(setting)
    return ResolvedSetting(
      value: chosen?.value ?? fallback, fallback: fallback, origin: chosen?.origin ?? .default)
  }

  private func chosen(_ setting: Setting) -> (value: ArgumentValue, origin: SettingState.Origin)? {
    let name = setting.name
    if let value = environment[name] { return (value, .environment) }
    if let value = library[name] { return (value, .library) }
    if let value = file[name] { return (value, .file) }
    return nil
  }

  /// The value in force; nil: it has none.
  subscript(setting: Setting) -> ArgumentValue? {
    chosen(setting)?.value ?? fallback(of: setting)
  }

  /// The value in force of a setting that has a default.
  func value<Value>(of setting: Setting, _ type: (ArgumentValue) -> Value?) -> Value {
    guard let value = self[setting].flatMap(type) else { preconditionFailure("no value of \(setting.name)") }
    return value
  }

  /// In the order of the table.
  var resolved: [ResolvedSetting] { Setting.all.map(resolved) }

  private func fallback(of setting: Setting) -> ArgumentValue? {
    // The region in force, from whichever source.
    if setting === Setting.countries { return self[.region]?.text.map { .texts([$0]) } }
    return setting.fallback ?? defaults[setting.name]
  }
}
