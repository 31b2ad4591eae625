package import JSONRPC

/// The results of `profiles` and its changes for a person.
package enum ProfilesPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    var table = Table([
      Table.Column("NAME", look: .strong, least: 16), Table.Column("AGE LIMIT", .right), Table.Column("PIN"),
      Table.Column("", look: .dim),
    ])
    for profile in result["profiles"]?.arrayValue ?? [] {
      let roles = [
        profile["selected"]?.boolValue == true ? "in use" : nil,
        profile["default"]?.boolValue == true ? "default" : nil,
      ]
      table.add([
        Cell.text(profile["name"]), Cell.text(profile["age_limit"]), Cell.text(profile["has_pin"]),
        roles.compactMap(\.self).joined(separator: ", "),
      ])
    }
    return table.text(on: screen)
  }

  package static func created(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let limit = profile?["age_limit"]?.intValue.map { ", for what is fit for people of \($0)" } ?? ""
    let pin = profile?["has_pin"]?.boolValue == true ? ", with a PIN" : ""
    return sentence("the profile \(name) has been created\(limit)\(pin)")
  }

  /// - Parameter isDefault: for all new connections, not for this one alone.
  package static func selected(_ name: String, _ result: JSONValue, isDefault: Bool) -> String {
    let name = profile(name, result)?["name"]?.stringValue ?? name
    return isDefault
      ? sentence("the profile \(name) is the default: new connections begin in it")
      : sentence("the profile \(name) could be chosen, which ends with this command")
        + sentence("--default keeps it; --profile NAME, before any command, is for that command")
  }

  package static func deleted(_ name: String) -> String {
    sentence("the profile \(name) is gone, with its lists, searches and settings")
  }

  /// Case does not count.
  private static func profile(_ name: String, _ result: JSONValue) -> JSONValue? {
    let name = name.lowercased()
    return (result["profiles"]?.arrayValue ?? []).first { $0["name"]?.stringValue?.lowercased() == name }
  }

  private static func sentence(_ text: String) -> String { TerminalText.cleaned(text) + "\n" }
}
