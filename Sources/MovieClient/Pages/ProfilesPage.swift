package import JSONRPC
import MovieProtocol

/// The results of `profiles` and its changes as text for people.
package enum ProfilesPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, ProfileSummary.list).rows(), of: result, on: screen,
      [
        .column("NAME", \.name, style: .strong, least: 16), .column("AGE LIMIT", leavesAs: 0, cell: ageLimit),
        .column("PIN", least: 8, cell: pin),
        .column("", style: .dim, least: 12) { profile in
          let roles = [
            profile.isSelected == true ? localized("in use") : nil,
            profile.isDefault == true ? localized("default") : nil,
          ]
          return roles.compactMap(\.self).joined(separator: ", ")
        },
      ])
  }

  private static func ageLimit(_ profile: JSONView<ProfileSummary>) -> String {
    let region = profile.ageRegion.map { " (\($0))" } ?? ""
    return Cell.text(profile[\.ageLimit]) + region
  }

  private static func pin(_ profile: JSONView<ProfileSummary>) -> String {
    guard profile.hasPIN == true else { return localized("no") }
    let until = LocalTime.current.minute(profile[\.unlockExpiresAt])
    if !until.isEmpty { return localized("unlocked until \(until)") }
    return profile.isLocked == true ? localized("locked") : localized("given")
  }

  /// - Parameter settings: the result of `settings`, if the profile has an age limit.
  package static func created(_ name: String, _ result: JSONValue, settings: JSONValue?) -> String {
    created(name, result) + (settings.map(ActiveProfile.needsKey) == true ? ActiveProfile.keyless + "\n" : "")
  }

  package static func updated(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let name = profile?.name ?? name
    let limit = profile.flatMap { $0.ageLimit == nil ? nil : localized("the age limit \(ageLimit($0))") }
    let hasPIN = profile?.hasPIN == true
    let isUnlocked = profile?.text(\.unlockExpiresAt) != nil
    let pin = hasPIN ? localized("a PIN") : localized("no PIN")
    return sentence("the profile \(name) has \(limit ?? localized("no age limit")) and \(pin)")
      + (hasPIN && !isUnlocked
        ? sentence("to unlock it: movierpc profiles unlock \(ShellWord.quoted(name))") : "")
  }

  package static func unlocked(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let name = profile?.name ?? name
    guard profile?.hasPIN == true else {
      return sentence("the profile \(name) has no PIN to unlock")
    }
    let until = LocalTime.current.minute(profile?[\.unlockExpiresAt])
    return sentence(
      "the profile \(name) is unlocked until \(until), or movierpc profiles lock")
  }

  package static func locked(_ name: String?) -> String {
    sentence(
      name.map { "the profile \($0) requires its PIN again" } ?? "all profiles with a PIN require it again")
  }

  package static func created(_ name: String, _ result: JSONValue) -> String {
    let profile = profile(name, result)
    let limit = profile?.ageLimit.map { localized(", with the age limit \($0)") } ?? ""
    let pin = profile?.hasPIN == true ? localized(", with a PIN") : ""
    return sentence("the profile \(name) has been created\(limit)\(pin)")
  }

  /// - Parameter isDefault: for all new connections, not just this one.
  package static func selected(_ name: String, _ result: JSONValue, isDefault: Bool) -> String {
    let name = profile(name, result)?.name ?? name
    return isDefault
      ? sentence("the profile \(name) is now the default of new connections")
        + sentence(name == "default" ? "" : "to go back: movierpc profiles select default --default")
      : sentence("the profile \(name) can be chosen; this command's choice ends with it")
        + sentence("to keep it, add --default; for one command: movierpc --profile NAME ...")
  }

  package static func removed(_ name: String) -> String {
    sentence("the profile \(name) was removed, with its lists, searches and settings")
  }

  /// Case-insensitive.
  private static func profile(_ name: String, _ result: JSONValue) -> JSONView<ProfileSummary>? {
    let name = name.lowercased()
    return JSONView(result, ProfileSummary.list).rows().first { $0.name?.lowercased() == name }
  }

  private static func sentence(_ text: LocalizedText) -> String {
    text.key.isEmpty ? "" : TerminalText.cleaned(text.text) + "\n"
  }
}
