package import Logging
package import MovieProtocol

/// What config.toml sets, and what the daemon itself reads of it, with what holds where the file is silent.
///
/// Only the names and checked values are kept; ``SettingsStore`` puts those of settings together with what
/// clients and the environment say.
package struct Configuration: Sendable, Equatable {
  package private(set) var values: [String: ArgumentValue] = [:]

  package init() {}

  package subscript(setting: Setting) -> ArgumentValue? {
    get { values[setting.name] ?? setting.fallback }
    // Like a file that does not name it.
    set { values[setting.name] = newValue == setting.fallback ? nil : newValue }
  }

  /// As the file has it: a value it gives is the file's, also where it is the default.
  mutating func set(_ setting: Setting, _ value: ArgumentValue) {
    values[setting.name] = value
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

  /// The facts in the binary are searched.
  package var hasEmbeddedCatalogue: Bool { self[.embedded]?.boolean ?? true }
  package var dataFolder: String? { self[.dataFolder]?.text }
  package var cacheFolder: String? { self[.cacheFolder]?.text }
  package var logLevel: Logger.Level { self[.logLevel]?.text.flatMap { Logger.Level(rawValue: $0) } ?? .info }
}
