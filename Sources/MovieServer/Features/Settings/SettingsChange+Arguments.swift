import JSONRPC
import MovieProtocol
import MovieSources

extension SettingsChange {
  /// The parameters of `settings.update`.
  init(_ arguments: Arguments, _ surroundings: SettingsEnvironment) throws(RPCError) {
    self.init()
    var seen: Set<String> = []
    for member in arguments[SettingsUpdateMethod.set]?.objectValue ?? [] {
      let parameter = Self.parameter("set", member.name)
      let setting = try Self.setting(member.name, parameter, surroundings)
      guard seen.insert(setting.name).inserted else {
        throw .parameter(
          parameter, .parameterRepeated(MessageParameter(parameter)), expected: "each setting once",
          Advice(.leaveOneOut))
      }
      changes.append(
        (
          setting,
          try Self.value(
            member.value, of: setting, parameter,
            isOnly: arguments[SettingsUpdateMethod.set]?.objectValue?.count == 1
              && arguments[SettingsUpdateMethod.reset].isEmpty)
        ))
    }
    var reset: Set<String> = []
    for name in arguments[SettingsUpdateMethod.reset] {
      let parameter = Self.parameter("reset", name)
      let setting = try Self.setting(name, parameter, surroundings)
      guard !seen.contains(setting.name) else {
        throw .parameter(
          parameter, .settingInBoth(setting.name), expected: "in one of them", Advice(.setOrReset))
      }
      if reset.insert(setting.name).inserted { changes.append((setting, nil)) }
    }
  }

  private static func parameter(_ list: String, _ name: String) -> String {
    Spelling.repeatable(name, among: names) == nil ? list : list + "." + Spelling.shortened(name)
  }

  private static let names = Setting.all.map(\.name)

  private static func setting(
    _ name: String, _ parameter: String, _ surroundings: SettingsEnvironment
  ) throws(RPCError) -> Setting {
    guard let setting = Setting.named(name) else {
      let settable = Setting.all.filter { $0.permission != .fileOnly }.map(\.name)
      throw .parameter(
        parameter, Spelling.repeatable(name, among: names).map { .noSettingNamed($0) } ?? .noSuchSetting,
        expected: settable.joined(separator: ", "), .meant(name, among: names, else: .seeSettings))
    }
    guard setting.permission != .fileOnly else {
      throw RPCError(
        .forbidden, .settingOfFile(name), Advice(.setInFile(surroundings.configurationFile), .setting(name)),
        details: ["needs": .null, "retry_after_ms": .null])
    }
    guard surroundings.fixed[name] == nil else {
      let variable = setting.variable ?? "a variable"
      throw RPCError(
        .conflict, .settingOverridden(name, variable), Advice(.startWithout(variable)),
        details: ["state": "environment"])
    }
    return setting
  }

  private static func value(
    _ value: JSONValue, of setting: Setting, _ parameter: String, isOnly: Bool
  ) throws(RPCError) -> ArgumentValue {
    if let checked = setting.type.check(value) {
      if let unknown = UnknownCode(in: checked, of: setting) { throw unknown.refusal(of: parameter) }
      return checked
    }
    let expected = setting.type.expectation
    if value.isNull {
      throw .parameter(
        parameter, .parameterMustNotBeNull(MessageParameter(parameter)), expected: expected,
        Advice(
          .resetSetting,
          .method(
            SettingsUpdateMethod.method.name, params: [JSONMember("reset", .array([.string(setting.name)]))]))
      )
    }
    var advice = setting.isSecret ? nil : setting.type.advice(for: value, of: setting.name)
    // The parameter is `set`, which has the value in it, and may have others, which a remedy would lose.
    if case .params(let members)? = advice?.remedy {
      let params = [JSONMember("set", .object(members))]
      let hint = advice?.hint.id == Message.didYouMean.id ? advice?.hint : Advice.example(params).hint
      advice = hint.map { Advice($0, isOnly ? .params(params) : nil) }
    }
    throw .parameter(
      parameter, setting.type.refusal(of: value, for: parameter, isSecret: setting.isSecret),
      expected: expected, advice)
  }
}
