package import JSONRPC
import MovieProtocol

/// The result of `settings` as text for people.
package enum SettingsPage {
  /// - Parameter isWhole: includes unset settings that only config.toml can set.
  package static func text(_ result: JSONValue, isWhole: Bool, on screen: Screen) -> String {
    let settings = result["settings"]?.objectValue ?? []
    let shown = settings.filter {
      isWhole || isOfClients($0.value) || $0.value["from"]?.stringValue != "default"
    }
    var table = Table([
      Table.Column("NAME", style: .strong), Table.Column("VALUE", least: 12), Table.Column("FROM"),
      Table.Column("DEFAULT", style: .dim, least: 8, leavesAs: 0),
    ])
    for setting in shown { add(setting, to: &table) }
    let hidden = settings.count - shown.count
    let more = hidden > 0 ? "\(hidden) more in config.toml; --all shows them" : ""
    return table.text(on: screen) + (more.isEmpty ? "" : "\n" + screen.dim(more))
  }

  /// The result with only the named settings, in their order.
  package static func only(_ names: [String], of result: JSONValue) throws(CommandError) -> JSONValue {
    var members: [JSONMember] = []
    for name in names {
      guard let setting = result["settings"]?[name] else { throw unknown(name, result) }
      members.append(JSONMember(name, setting))
    }
    return ["settings": .object(members)]
  }

  private static func unknown(_ name: String, _ result: JSONValue) -> CommandError {
    let verb = Spelling.nearest(to: name, among: ["set", "reset", "show"]).map { "settings " + $0 }
    let names = (result["settings"]?.objectValue ?? []).map(\.name)
    let near = Spelling.nearest(to: name, among: names)
    return CommandError(
      .failed, "there is no setting \(Spelling.quoted(name, among: names) ?? "of that name")",
      kind: "invalid_params",
      hint: (verb ?? near).map { "did you mean: \($0)" } ?? "movierpc settings --all shows their names")
  }

  /// The new values of the named settings, one per line: `page_size is 30`.
  package static func changes(_ result: JSONValue, _ names: [String]) -> String {
    names.compactMap { name in
      guard let setting = result["settings"]?[name] else { return nil }
      let from = setting["from"]?.stringValue ?? ""
      let source = from == "default" ? " (the default)" : from == "file" ? " (from config.toml)" : ""
      let line = "\(name) is \(words(setting["value"]))\(source)\(verdict(result["checked"]?[name]))"
      return TerminalText.cleaned(line) + "\n"
    }.joined()
  }

  /// TMDB's answer about a key.
  private static func verdict(_ checked: JSONValue?) -> String {
    guard let word = checked?.stringValue else { return "" }
    guard word != "accepted" else { return ", and TMDB accepts it" }
    return ", but it could not be tried; \(UpstreamTrouble(word).text)"
  }

  private static func add(_ setting: JSONMember, to table: inout Table) {
    table.add([
      setting.name, words(setting.value["value"]), Cell.text(setting.value["from"]),
      words(setting.value["default"]),
    ])
  }

  /// Settable by `movierpc settings set`, and not only in config.toml.
  private static func isOfClients(_ setting: JSONValue) -> Bool { setting["settable"]?.stringValue != "file" }

  private static func words(_ value: JSONValue?) -> String {
    if let isSet = SettingValue.isSet(value) { return isSet ? "set" : "not set" }
    if let items = value?.arrayValue {
      return items.isEmpty ? "none" : items.map { Cell.text($0) }.joined(separator: ",")
    }
    if let flag = value?.boolValue { return flag ? "true" : "false" }
    return value?.stringValue == "" ? "\"\"" : value == .null ? "none" : Cell.text(value)
  }
}
