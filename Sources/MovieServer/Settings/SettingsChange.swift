import JSONRPC
import MovieProtocol
import MovieSources

/// A client's change of settings, checked: clients may change each name, and each value is valid.
struct SettingsChange: Sendable {
  var changes: [(setting: Setting, value: ArgumentValue?)] = []

  var isEmpty: Bool { changes.isEmpty }

  init(_ arguments: Arguments, _ surroundings: SettingsEnvironment) throws(RPCError) {
    var seen: Set<String> = []
    for member in arguments[SettingsMethod.set]?.objectValue ?? [] {
      let parameter = Self.parameter("set", member.name)
      let setting = try Self.setting(member.name, parameter, surroundings)
      guard seen.insert(setting.name).inserted else {
        throw .parameter(
          parameter, "\(parameter) is given twice", expected: "each setting once",
          hint: "leave one of them out")
      }
      changes.append((setting, try Self.value(member.value, of: setting, parameter)))
    }
    var reset: Set<String> = []
    for name in arguments[SettingsMethod.reset] {
      let parameter = Self.parameter("reset", name)
      let setting = try Self.setting(name, parameter, surroundings)
      guard !seen.contains(setting.name) else {
        throw .parameter(
          parameter, "\(setting.name) is in set and in reset", expected: "in one of them",
          hint: "remove it from reset to set it, or from set to restore the default")
      }
      if reset.insert(setting.name).inserted { changes.append((setting, nil)) }
    }
  }

  /// The new key, if one is set.
  var tmdbKey: Secret? {
    changes.first { $0.setting.name == Setting.tmdbKey.name }?.value?.text.map { Secret($0) }
  }

  private static func parameter(_ list: String, _ name: String) -> String {
    Spelling.quoted(name, among: names) == nil ? list : list + "." + Spelling.shortened(name)
  }

  private static let names = Setting.all.map(\.name)

  private static func setting(
    _ name: String, _ parameter: String, _ surroundings: SettingsEnvironment
  ) throws(RPCError) -> Setting {
    guard let setting = Setting.named(name) else {
      let settable = Setting.all.filter { $0.permission != .fileOnly }.map(\.name)
      throw .parameter(
        parameter, "there is no setting \(Spelling.quoted(name, among: names) ?? "of that name")",
        expected: settable.joined(separator: ", "),
        hint: Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
          ?? "movierpc settings --all lists them")
    }
    guard setting.permission != .fileOnly else {
      throw RPCError(
        .forbidden, "\(name) is set in the configuration only",
        hint: "set it in \(surroundings.configurationFile), then: movierpc daemon restart",
        details: ["needs": .null, "retry_after_ms": .null])
    }
    guard surroundings.fixed[name] == nil else {
      let variable = setting.variable ?? "a variable"
      throw RPCError(
        .conflict, "\(name) is overridden by \(variable) in the daemon's environment",
        hint: "start the daemon without \(variable)", details: ["state": "environment"])
    }
    return setting
  }

  private static func value(
    _ value: JSONValue, of setting: Setting, _ parameter: String
  ) throws(RPCError) -> ArgumentValue {
    if let checked = setting.type.check(value) { return checked }
    let expected = setting.type.expectation
    if value.isNull {
      throw .parameter(
        parameter, "\(parameter) must not be null", expected: expected,
        hint: "to restore the default: movierpc settings reset \(setting.name)")
    }
    let shown = setting.isSecret ? "" : ", not " + Spelling.shortened(value.text())
    throw .parameter(
      parameter, "\(parameter) must be \(setting.type.requirement(for: value))\(shown)",
      expected: expected, hint: setting.isSecret ? nil : setting.type.hint(for: value))
  }
}
