import JSONRPC
import MovieProtocol

/// The names that parameters have on the command line.
extension MethodParams {
  /// `--type` for `media_type`, `LIST` for the list of `browse LIST`, `region` for the setting `set.region`.
  func option(_ parameter: String) -> String {
    if parameter.hasPrefix("set.") { return String(parameter.dropFirst(4)) }
    if ["pin", "new_pin"].contains(parameter) { return localized("the PIN") }
    return CommandTable.command(calling: method)?.command.name(of: parameter)
      ?? Self.words[parameter] ?? "--" + String(parameter.map { $0 == "_" ? "-" : $0 })
  }

  /// Those that commands add themselves.
  private static let words = [
    "key": "KEY", "title": "WORDS", "file": "FILE", "topics": "TOPIC", "set": "VALUE", "reset": "NAME",
  ]

  /// JSON, or the beginning of it, as people type it: `--year 2021` for `{"year":2021}`.
  func typed(_ json: String) -> String {
    (try? JSONValue(parsing: json)).map { value in
      // A text stays in quotes where it stands alone.
      value.stringValue == nil && value != [] ? typed(value) : json
    } ?? json
  }

  func typed(_ value: JSONValue) -> String {
    switch value {
    case .object(let members):
      members.map { member in
        // `settings set` takes the value alone.
        if member.name == "set", case .object(let settings) = member.value {
          return settings.map { typed($0.value) }.joined(separator: " ")
        }
        let name = option(member.name)
        return (name.hasPrefix("-") ? name + " " : "") + typed(member.value)
      }.joined(separator: " ")
    case .array(let items): items.map(typed).joined(separator: ",")
    case .string(let text): text
    default: value.text()
    }
  }
}
