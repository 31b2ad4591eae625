package import Logging
package import MovieProtocol

/// What a person may set in config.toml, with what holds when they do not.
package struct Configuration: Sendable, Equatable {
  package struct Settings: Sendable, Equatable {
    /// Titles a page where a request does not say.
    package var pageSize = 20
    /// Milliseconds a search waits that replaces others and does not say.
    package var debounce = 250
  }

  package var settings = Settings()
  package var limits = Limits()
  /// The facts in the binary are searched.
  package var hasEmbeddedCatalogue = true
  package var dataFolder: String?
  package var cacheFolder: String?
  package var logLevel = Logger.Level.info

  package init() {}
}

/// A name in config.toml: `table.name` as the documents write it, what it must be and where it goes.
package struct ConfigurationKey: Sendable {
  package let name: String
  package let expected: String
  /// False: the value is of a wrong type or out of range.
  let set: @Sendable (inout Configuration, ConfigurationValue) -> Bool

  package static let all: [ConfigurationKey] =
    [
      integer("page_size", 1...100) { $0.settings.pageSize = $1 },
      integer("debounce_ms", 0...2000) { $0.settings.debounce = $1 },
      ConfigurationKey(name: "catalogue.embedded", expected: "true or false") { configuration, value in
        guard case .boolean(let flag) = value else { return false }
        configuration.hasEmbeddedCatalogue = flag
        return true
      },
      folder("folders.data") { $0.dataFolder = $1 },
      folder("folders.cache") { $0.cacheFolder = $1 },
      ConfigurationKey(
        name: "log.level", expected: "one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      ) { configuration, value in
        guard case .text(let name) = value, let level = Logger.Level(rawValue: name) else { return false }
        configuration.logLevel = level
        return true
      },
    ]
    + Limits.entries.map { entry in
      integer("limits." + entry.name, entry.range) { $0.limits[keyPath: entry.field] = $1 }
    }

  private static func integer(
    _ name: String, _ range: ClosedRange<Int>,
    _ set: @escaping @Sendable (inout Configuration, Int) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(name: name, expected: "a whole number, \(range.lowerBound) to \(range.upperBound)") {
      configuration, value in
      guard case .integer(let number) = value, range.contains(number) else { return false }
      set(&configuration, number)
      return true
    }
  }

  private static func folder(
    _ name: String, _ set: @escaping @Sendable (inout Configuration, String) -> Void
  ) -> ConfigurationKey {
    ConfigurationKey(name: name, expected: "the absolute path of a folder") { configuration, value in
      guard case .text(let path) = value, path.hasPrefix("/"), !path.utf8.contains(0) else { return false }
      set(&configuration, path)
      return true
    }
  }
}

enum ConfigurationValue: Sendable {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case other
}
