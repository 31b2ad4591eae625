package import JSONRPC

/// A setting, as `settings.describe` shows it.
package struct SettingState: Sendable, Equatable {
  package enum Origin: String, JSONScalar, CaseIterable { case `default`, file, library, environment }

  package var value: JSONValue
  package var fallback: JSONValue
  package var origin: Origin
  package var description: String
  package var permission: Setting.Permission
  package var schema: JSONValue

  /// - Parameter value: nil: it has none.
  package init(
    _ setting: Setting, value: ArgumentValue?, default fallback: ArgumentValue?, from origin: Origin
  ) {
    func shown(_ value: ArgumentValue?) -> JSONValue {
      setting.isSecret ? ["set": .bool(value != nil)] : value?.json ?? .null
    }
    (self.value, self.fallback, self.origin) = (shown(value), shown(fallback), origin)
    (description, permission, schema) = (setting.summary, setting.permission, setting.schema)
  }
}

extension SettingState: JSONObject {
  package static let shape = Shape<Self>("SettingDescription") {
    inForce.members
    Member("default", \.fallback, "The built-in value; shown like value.")
    Member("description", \.description, "One or two sentences.")
    Member(
      "settable", \.permission,
      "profile: clients set it, per profile; shared: clients set it, for all profiles; file: config.toml only."
    )
    Member(
      "schema", \.schema, .object,
      "JSON Schema of its values; writeOnly: a secret, whose value is only shown as set or not.")
  }

  /// The same in `settings`, `settings.update` and the topic.
  private static let inForce = Shape<Self>("Setting") {
    Member(
      "value", \.value,
      "The value in force, or null; for a secret {\"set\":true} or {\"set\":false}.")
    Member("from", \.origin, "Where the value is set.")
  }

  /// A setting without its description.
  package struct InForce: JSONConvertible {
    private let state: SettingState

    package init(_ state: SettingState) { self.state = state }

    package func write(into writer: inout JSONWriter) { inForce.write(state, into: &writer) }
    package static func schema(_ about: String) -> Schema { inForce.schema }
  }

  /// By name, in the order of the table.
  package typealias Values = Encoded<JSONMap<InForce>>

  /// The result of `settings`, and the state of its topic.
  package static let values = Shape<Values>("Settings") {
    Member("settings", \.self, "All settings, by name.")
  }

  /// The result of `settings.update`.
  package static let update = Shape<(settings: Values, checked: JSONMap<String>)>("SettingsUpdate") {
    Member("settings", \.settings, "All settings, by name.")
    Member(
      "checked", \.checked, "Result of trying a new key, by the setting's name.",
      each: "accepted, or why it could not be tried; values as reason in meta.")
  }

  /// The result of `settings.describe`.
  package static let descriptions = Shape<JSONMap<SettingState>>("SettingDescriptions") {
    Member("settings", \.self, "All settings, by name.")
  }
}
