package import JSONRPC

/// The results of `profiles` and its changes as text for people.
package enum ProfilesPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    var table = Table([
      Table.Column("NAME", style: .strong, least: 16), Table.Column("AGE LIMIT"), Table.Column("PIN"),
      Table.Column("", style: .dim),
    ])
    for profile in result["profiles"]?.arrayValue ?? [] {
      let roles = [
        profile["selected"]?.boolValue == true ? "in use" : nil,
        profile["default"]?.boolValue == true ? "default" : nil,
      ]
      table.add([
        Cell.text(profile["name"]), ageLimit(profile), pin(profile),
        roles.compactMap(\.self).joined(separator: ", "),
      ])
    }
    return table.text(on: screen)
  }

  private static func ageLimit(_ profile: JSONValue) -> String {
    let region = profile["age_region"]?.stringValue.map { " (\($0))" } ?? ""
    return Cell.text(profile["age_limit"]) + region
  }

  private static func pin(_ profile: JSONValue) -> String {
    guard profile["has_pin"]?.boolValue == true else { return "no" }
    let until = LocalTime.current.minute(profile["unlock_expires_at"])
    if !until.isEmpty { return "unlocked until " + until }
    return profile["locked"]?.boolValue == true ? "locked" : "given"
  }

  /// - Parameter settings: the result of `settings`, if the profile has an age limit.
  package static func created(_ name: String, _ result: JSONValue, settings: JSONValue?) -> String {
    created(name, result) + (settings.map(ActiveProfile.needsKey) == true ? ActiveProfile.keyless + "\n" : "")
  }

  package static func updated(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result) ?? [:]
    let name = profile["name"]?.stringValue ?? name
    let limit = profile["age_limit"]?.intValue == nil ? "no age limit" : "the age limit " + ageLimit(profile)
    let hasPIN = profile["has_pin"]?.boolValue == true
    let isUnlocked = profile["unlock_expires_at"]?.stringValue != nil
    return sentence("the profile \(name) has \(limit) and \(hasPIN ? "a PIN" : "no PIN")")
      + (hasPIN && !isUnlocked ? sentence(unlockHint(name)) : "")
  }

  package static func unlocked(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let name = profile?["name"]?.stringValue ?? name
    guard profile?["has_pin"]?.boolValue == true else {
      return sentence("the profile \(name) has no PIN to unlock")
    }
    let until = LocalTime.current.minute(profile?["unlock_expires_at"])
    return sentence(
      "the profile \(name) is unlocked until \(until), or movierpc profiles lock")
  }

  package static func locked(_ name: String?) -> String {
    sentence(
      name.map { "the profile \($0) requires its PIN again" } ?? "all profiles with a PIN require it again")
  }

  private static func unlockHint(_ name: String) -> String {
    "to unlock it: movierpc profiles unlock \(ShellWord.quoted(name))"
  }

  package static func created(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let limit = profile?["age_limit"]?.intValue.map { ", with the age limit \($0)" } ?? ""
    let pin = profile?["has_pin"]?.boolValue == true ? ", with a PIN" : ""
    return sentence("the profile \(name) has been created\(limit)\(pin)")
  }

  /// - Parameter isDefault: for all new connections, not just this one.
  package static func selected(_ name: String, _ result: JSONValue, isDefault: Bool) -> String {
    let name = profile(name, result)?["name"]?.stringValue ?? name
    return isDefault
      ? sentence("the profile \(name) is now the default of new connections")
        + sentence(name == "default" ? "" : "to go back: movierpc profiles select default --default")
      : sentence("the profile \(name) can be chosen; this command's choice ends with it")
        + sentence("to keep it, add --default; for one command: movierpc --profile NAME ...")
  }

  package static func deleted(_ name: String) -> String {
    sentence("the profile \(name) was deleted, with its lists, searches and settings")
  }

  /// Case-insensitive.
  private static func profile(_ name: String, _ result: JSONValue) -> JSONValue? {
    let name = name.lowercased()
    return (result["profiles"]?.arrayValue ?? []).first { $0["name"]?.stringValue?.lowercased() == name }
  }

  private static func sentence(_ text: String) -> String {
    text.isEmpty ? "" : TerminalText.cleaned(text) + "\n"
  }
}
