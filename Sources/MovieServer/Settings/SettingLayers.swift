import JSONRPC
import MovieProtocol

/// The sources of settings, from weak to strong, and which one wins. A value without I/O.
struct SettingLayers: Equatable, Sendable {
  enum Origin: String, Sendable { case `default`, file, library, environment }

  /// The resolved state of one setting.
  struct ResolvedSetting: Equatable, Sendable {
    /// Nil: it has no value.
    let value: ArgumentValue?
    /// The value without file, library and environment.
    let fallback: ArgumentValue?
    let origin: Origin
  }

  /// Found at the start: LANG and folders. All other settings have their default in the table.
  var defaults: [String: ArgumentValue] = [:]
  var file: [String: ArgumentValue] = [:]
  var library: [String: ArgumentValue] = [:]
  var environment: [String: ArgumentValue] = [:]

  func resolved(of setting: Setting) -> ResolvedSetting {
    let fallback = fallback(of: setting)
    if let value = environment[setting.name] {
      return ResolvedSetting(value: value, fallback: fallback, origin: .environment)
    }
    if let value = library[setting.name] {
      return ResolvedSetting(value: value, fallback: fallback, origin: .library)
    }
    if let value = file[setting.name] {
      return ResolvedSetting(value: value, fallback: fallback, origin: .file)
    }
    return ResolvedSetting(value: fallback, fallback: fallback, origin: .default)
  }

  /// In the order of the table.
  var resolved: [ResolvedSetting] { Setting.all.map(resolved) }

  private func fallback(of setting: Setting) -> ArgumentValue? {
    // The region in force, from whichever source.
    if setting === Setting.countries { return resolved(of: .region).value?.text.map { .texts([$0]) } }
    return setting.fallback ?? defaults[setting.name]
  }
}

extension SettingLayers {
  /// The result of `settings`.
  func encoded() -> [UInt8] {
    var writer = JSONWriter(reserving: 8192)
    writer.object { writer in
      writer.name("settings")
      writer.object { writer in
        for setting in Setting.all {
          let resolved = resolved(of: setting)
          writer.name(setting.name)
          writer.object { writer in
            writer.member("value", Self.shown(resolved.value, setting))
            writer.member("default", Self.shown(resolved.fallback, setting))
            writer.member("from", resolved.origin.rawValue)
            writer.member("description", setting.summary)
            writer.member("settable", setting.permission.rawValue)
            writer.member("schema", setting.schema)
          }
        }
      }
    }
    return Array(copying: writer.bytes.span)
  }

  private static func shown(_ value: ArgumentValue?, _ setting: Setting) -> JSONValue {
    if setting.isSecret { return ["set": .bool(value != nil)] }
    return value?.json ?? .null
  }
}
