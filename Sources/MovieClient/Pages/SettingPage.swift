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
      (localized("allowed"), allowed(name, setting[\.schema] ?? .null)),
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

  /// The values that its schema allows. For a pattern, the text is of this program's own table.
  private static func allowed(_ name: String, _ schema: JSONValue) -> String {
    if let words = schema["enum"]?.arrayValue {
      return localized("one of \(words.map { Cell.text($0) }.joined(separator: ", "))")
    }
    switch schema["type"]?.stringValue {
    case "integer":
      return localized("integer, \(Cell.text(schema["minimum"])) to \(Cell.text(schema["maximum"]))")
    case "boolean": return localized("true or false")
    case "array":
      let each = allowed(name, schema["items"] ?? .null)
      let count = schema["maxItems"]?.intValue ?? schema["items"]?["enum"]?.arrayValue?.count ?? 0
      return Setting.named(name)?.permission == .fileOnly
        ? localized("a list of up to \(count), each \(each)")
        : localized("up to \(count), with commas between them, each \(each)")
    default: return form(name)
    }
  }

  /// Of a text, or of each text of a list.
  private static func form(_ name: String) -> String {
    switch Setting.named(name)?.type {
    case .list(let form, _)?: DaemonMessage(form.demand).text()
    case let type?: DaemonMessage(type.demand).text()
    case nil: DaemonMessage(.aString).text()
    }
  }
}
