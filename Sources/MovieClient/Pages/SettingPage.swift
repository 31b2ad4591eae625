package import JSONRPC
import MovieProtocol

/// Settings of the result of `settings.describe` as text for people, each with all that is known of it.
package enum SettingPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    JSONView<SettingState>.all(result).map { page($0.name, $0.value, screen) }.joined(separator: "\n")
  }

  private static func page(_ name: String, _ setting: JSONView<SettingState>, _ screen: Screen) -> String {
    let name = TerminalText.cleaned(name)
    let meaning = Paragraph.text(SettingsPage.meaning(setting), width: screen.textWidth)
    return screen.show(name, .strong) + "\n" + meaning + "\n" + facts(name, setting, screen)
  }

  private static func facts(_ name: String, _ setting: JSONView<SettingState>, _ screen: Screen) -> String {
    let facts = [
      (localized("value"), SettingsPage.words(setting[\.value])),
      (localized("from"), origin(name, setting)),
      (localized("default"), SettingsPage.words(setting[\.fallback])),
      (localized("allowed"), Setting.named(name).map(allowed) ?? ""),
      (localized("set it"), change(name, setting)),
      (localized("reset it"), setting.origin == .library ? "movierpc settings reset \(name)" : ""),
    ].filter { !$0.1.isEmpty }
    let column = (facts.map { TerminalText.width($0.0) }.max() ?? 0) + 2
    return facts.map { label, text in
      let block = Paragraph.text(
        TerminalText.cleaned(text), indent: column, first: label, width: screen.textWidth)
      return screen.show(label, .dim) + block.dropFirst(label.count)
    }.joined()
  }

  private static func origin(_ name: String, _ setting: JSONView<SettingState>) -> String {
    switch setting.origin {
    case .file: "config.toml"
    case .library: "movierpc settings set"
    case .environment: localized("\(variable(name)) in the daemon's environment")
    case .default, nil: ValueWord.text(setting[\.origin])
    }
  }

  private static func variable(_ name: String) -> String { Setting.named(name)?.variable ?? "?" }

  private static func change(_ name: String, _ setting: JSONView<SettingState>) -> String {
    let value = setting[\.value] ?? .null
    let isSecret = SettingValue.isSet(value) != nil
    guard setting.permission != .fileOnly else {
      let example = value.isNull || isSecret ? "..." : value.text()
      return localized("in config.toml: \(name) = \(example), then movierpc daemon restart")
    }
    let command = "movierpc settings set \(name)" + (isSecret ? "" : " VALUE")
    guard setting.origin == .environment else { return command }
    return localized("without \(variable(name)): \(command)")
  }

  private static func allowed(_ setting: Setting) -> String {
    let (each, count): (Message, Int)
    switch setting.type {
    case .list(let form, let range): (each, count) = (form.demand, range.upperBound)
    case .choices(let words): (each, count) = (ParameterType.choice(words).demand, words.count)
    default: return DaemonMessage(setting.type.demand).text()
    }
    let item = DaemonMessage(each).text()
    return setting.permission == .fileOnly
      ? localized("a list of up to \(count), each \(item)")
      : localized("up to \(count), with commas between them, each \(item)")
  }
}
