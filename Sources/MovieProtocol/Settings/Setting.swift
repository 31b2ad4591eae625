package import JSONRPC

/// A setting: its name in config.toml and in `settings`, its values, and who may change it.
///
/// The file, the method, the checks and the documents are all made from ``all``, so a name, a range or a
/// default is written down once.
package final class Setting: Sendable {
  package enum Permission: String, JSONScalar, CaseIterable {
    /// Each profile has its own.
    case profile
    /// One for all profiles.
    case shared
    /// Only config.toml sets it.
    case fileOnly = "file"
  }

  package let name: String
  package let type: ParameterType
  /// Nil: the environment decides (LANG, the XDG folders), another setting does, or there is none.
  package let fallback: ArgumentValue?
  package let permission: Permission
  /// It can be written, but never read back.
  package let isSecret: Bool
  /// The environment variable that overrides everything else.
  package let variable: String?
  package let summary: String
  /// The JSON Schema of its value. All of them are sent whenever one setting changes.
  package let schema: JSONValue

  init(
    _ name: String, _ type: ParameterType, default fallback: ArgumentValue? = nil,
    _ permission: Permission, isSecret: Bool = false, variable: String? = nil, _ summary: String
  ) {
    (self.name, self.type, self.fallback, self.permission) = (name, type, fallback, permission)
    (self.isSecret, self.variable, self.summary) = (isSecret, variable, summary)
    var members = type.json.objectValue ?? []
    if isSecret { members.append(JSONMember("writeOnly", true)) }
    schema = .object(members)
  }

  package static func named(_ name: String) -> Setting? { byName[name] }

  /// A profile may have the same value on each of its machines.
  package var isShareable: Bool { permission == .profile && !isSecret && !name.hasPrefix("sync.") }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
