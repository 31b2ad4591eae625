import JSONRPC
import MovieProtocol

/// The names that parameters have on the command line.
extension MethodParams {
  /// `--type` for `media_type`, `LIST` for the list of `browse LIST`, `region` for the setting `set.region`.
  static func option(_ parameter: String) -> String {
    if parameter.hasPrefix("set.") { return String(parameter.dropFirst(4)) }
    if ["pin", "new_pin"].contains(parameter) { return localized("the PIN") }
    return words[parameter] ?? "--" + String(parameter.map { $0 == "_" ? "-" : $0 })
  }

  /// Those that are no option, or one of another name.
  private static let words = [
    "q": "WORDS", "list": "LIST", "key": "KEY", "title": "WORDS", "term": "TERM", "name": "NAME",
    "seconds": "SECONDS",
    "volume": "VOLUME", "file": "FILE", "topics": "TOPIC", "set": "VALUE", "reset": "NAME",
    "media_type": "--type", "new_name": "--name", "duration_ms": "--minutes", "id": "ID",
  ]

  /// JSON, or the beginning of it, as people type it: `--year 2021` for `{"year":2021}`.
  static func typed(_ json: String) -> String {
    (try? JSONValue(parsing: json)).map { value in
      // A text stays in quotes where it stands alone.
      value.stringValue == nil && value != [] ? typed(value) : json
    } ?? json
  }

  static func typed(_ value: JSONValue) -> String {
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
