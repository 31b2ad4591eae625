package import Logging
package import MovieProtocol

/// The values of config.toml, and those that the daemon itself reads, with their defaults.
///
/// Stores only names and checked values; ``SettingsStore`` combines those of settings with clients' values
/// and the environment.
package struct Configuration: Sendable, Equatable {
  package private(set) var values: [String: ArgumentValue] = [:]

  package init() {}

  package subscript(setting: Setting) -> ArgumentValue? {
    get { values[setting.name] ?? setting.fallback }
    // As if the file does not contain it.
    set { values[setting.name] = newValue == setting.fallback ? nil : newValue }
  }

  /// A value in the file counts as the file's, even if it equals the default.
  mutating func set(_ setting: Setting, _ value: ArgumentValue) {
    values[setting.name] = value
  }

  /// The names of those in the file that nobody else should read.
  var secrets: [String] {
    Setting.all.filter { setting in
      guard setting.isSecret, let value = values[setting.name]?.text else { return false }
      // An address may have a password.
      return !value.contains("://") || value.contains("@")
    }.map(\.name)
  }

  package var limits: Limits {
    get {
      var limits = Limits()
      for (entry, setting) in zip(Limits.entries, Setting.limits) {
        if let number = self[setting]?.integer { limits[keyPath: entry.field] = number }
      }
      return limits
    }
    set {
      for (entry, setting) in zip(Limits.entries, Setting.limits) {
        self[setting] = .integer(newValue[keyPath: entry.field])
      }
    }
  }

  /// The catalogue embedded in the binary is searched.
  package var hasEmbeddedCatalogue: Bool { self[.embedded] != .boolean(false) }
  package var dataFolder: String? { self[.dataFolder]?.text }
  package var cacheFolder: String? { self[.cacheFolder]?.text }
  package var logLevel: Logger.Level { self[.logLevel]?.text.flatMap { Logger.Level(rawValue: $0) } ?? .info }
}
