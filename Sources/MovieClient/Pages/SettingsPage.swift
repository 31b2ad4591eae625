package import JSONRPC
package import MovieProtocol

/// The result of `settings.describe` as text for people.
package enum SettingsPage {
  /// - Parameter isWhole: includes unset settings that only config.toml can set.
  package static func text(_ result: JSONValue, isWhole: Bool, on screen: Screen) -> String {
    let settings = JSONView<SettingState>.all(result)
    let shown = settings.filter {
      // Those that `movierpc settings set` cannot change are shown if config.toml has them.
      isWhole || $0.value.permission != .fileOnly || $0.value.origin != .default
    }
    let table = Table(
      shown,
      [
        .column("NAME", style: .strong, cell: \.name),
        .column("VALUE", least: 12) { name, setting in
          // All of it is shown by `settings NAME`.
          let value = value(name, setting)
          let isShort = screen.width <= 120 && !PastedText.isAddress(value)
          return isShort ? TerminalText.cut(value, to: maxValue, ellipsis: screen.ellipsis) : value
        },
        .column("MEANS", style: .dim, least: 24, leavesAs: 0) { meaning($0.value) },
      ])
    let hidden = settings.count - shown.count
    let more = hidden > 0 ? localized("\(hidden) more in config.toml; --all shows them") : ""
    return table.text(on: screen) + (more.isEmpty ? "" : "\n" + screen.remark(more))
  }

  private static let maxValue = 24

  /// Where it comes from is said only if that is not the default.
  private static func value(_ name: String, _ setting: JSONView<SettingState>) -> String {
    let source =
      switch setting.origin {
      case .file: "config.toml"
      case .environment: Setting.named(name)?.variable
      default: nil as String?
      }
    return words(setting[\.value]) + (source.map { "  (\($0))" } ?? "")
  }

  /// Its description; in English if this program does not know the setting.
  static func meaning(_ setting: JSONView<SettingState>) -> String {
    TerminalText.cleaned(LocalizedText(key: setting.text(\.description) ?? "").text)
  }

  /// The result with only the named settings, in their order.
  package static func only(_ names: [String], of result: JSONValue) throws(CommandError) -> JSONValue {
    var members: [JSONMember] = []
    for name in names {
      guard let setting = JSONView<SettingState>.named(name, in: result) else { throw unknown(name, result) }
      members.append(JSONMember(name, setting.json))
    }
    return ["settings": .object(members)]
  }

  /// - Parameter isGiven: a value was typed, which must not be suggested again if it may be a secret.
  /// - Throws: if there is no such setting.
  package static func value(
    _ name: String, in result: JSONValue, isGiven: Bool
  ) throws(CommandError) -> JSONValue? {
    guard let setting = JSONView<SettingState>.named(name, in: result) else {
      throw unknown(name, result, mayBeSecret: isGiven)
    }
    return setting[\.value]
  }

  private static func unknown(
    _ name: String, _ result: JSONValue, mayBeSecret: Bool = false
  ) -> CommandError {
    let names = JSONView<SettingState>.all(result).map(\.name)
    let near = Spelling.nearest(to: name, among: names)
    let error = CommandError.usage(
      Spelling.repeatable(name, among: names).map { "there is no setting \"\($0)\"" }
        ?? "there is no setting of that name",
      hint: near.map { "did you mean \($0)?" } ?? "movierpc settings --all shows their names")
    guard mayBeSecret, let near, Setting.named(near)?.isSecret == true else {
      return error.corrected(name, near)
    }
    var withoutValue = error
    let line = ["settings", "set", near]
    let hint: LocalizedText = "did you mean: movierpc \(line.joined(separator: " "))"
    withoutValue.hint = hint.text
    return withoutValue
  }

  /// The new values of the named settings, one per line: `page_size is 30`.
  package static func changes(_ result: JSONValue, _ names: [String], on screen: Screen) -> String {
    names.compactMap { name in
      guard let setting = JSONView<SettingState>.named(name, in: result) else { return nil }
      let from = setting.origin
      let source =
        from == .default
        ? localized(" (the default)") : from == .file ? localized(" (from config.toml)") : ""
      let verdict = verdict(JSONView(result, SettingState.update)[\.checked]?[name])
      let line = localized("\(name) is \(words(setting[\.value]))") + source + verdict
      return screen.sentence(line)
    }.joined()
  }

  /// TMDB's answer about a key.
  private static func verdict(_ checked: JSONValue?) -> String {
    guard let word = checked?.stringValue else { return "" }
    guard word != "accepted" else { return localized(", and TMDB accepts it") }
    return localized(", but it could not be tried; \(UpstreamTrouble(Meta.Reason(rawValue: word)).text)")
  }

  static func words(_ value: JSONValue?) -> String {
    if let isSet = SettingValue.isSet(value) { return isSet ? localized("set") : localized("not set") }
    if let items = value?.arrayValue {
      return items.isEmpty ? localized("none") : items.map { Cell.text($0) }.joined(separator: ",")
    }
    if let flag = value?.boolValue { return flag ? "true" : "false" }
    return value?.stringValue == "" ? "\"\"" : value == .null ? localized("none") : Cell.text(value)
  }
}

extension JSONView<SettingState> {
  /// By name.
  ///
  /// - Parameter result: of `settings.describe`; or that of `settings`, which has values only.
  static func all(_ result: JSONValue?) -> [(name: String, value: Self)] {
    JSONView<JSONMap<SettingState>>(result ?? .null, SettingState.descriptions)
      .map(\.self, of: SettingState.self)
  }

  /// Nil if the daemon does not have it.
  package static func named(_ name: String, in result: JSONValue?) -> Self? {
    all(result).first { $0.name == name }?.value
  }
}
