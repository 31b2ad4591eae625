package import JSONRPC
import MovieProtocol

/// The profile of a connection, to explain what it shows.
package struct ActiveProfile: Equatable, Sendable {
  package let name: String
  package let ageLimit: Int?
  let ageRegion: String?
  let isLocked: Bool
  /// There are other profiles.
  let hasOthers: Bool
  /// It has an age limit, and there is no key to fetch certificates from TMDB.
  package let lacksKey: Bool

  /// - Parameters:
  ///   - profiles: the result of `profiles`.
  ///   - settings: the result of `settings`; nil if it may not be read.
  package init?(_ profiles: JSONValue?, settings: JSONValue?) {
    let all = JSONView(profiles ?? .null, ProfileSummary.list).rows()
    guard let profile = all.first(where: { $0.isSelected == true }), let name = profile.name else {
      return nil
    }
    self.name = name
    ageLimit = profile.ageLimit
    ageRegion = profile.ageRegion
    isLocked = profile.isLocked == true
    hasOthers = all.count > 1
    lacksKey = ageLimit != nil && Self.needsKey(settings)
  }

  /// Uncertified titles are hidden, and there is no key to fetch certificates.
  static func needsKey(_ settings: JSONValue?) -> Bool {
    SettingValue.isSet(JSONView.named("tmdb.key", in: settings)?[\.value]) == false
      && JSONView.named("unknown_age", in: settings)?.text(\.value) != "show"
  }

  /// `kids, age limit 12 (DE)`
  package var words: String {
    let limit = ageLimit.map { localized(", age limit \($0)") + (ageRegion.map { " (\($0))" } ?? "") } ?? ""
    return name + limit + (isLocked ? localized(", locked") : "")
  }

  /// Why an answer may be incomplete; empty if there is one profile that sees everything.
  package var reasons: [String] {
    guard hasOthers || ageLimit != nil else { return [] }
    return [localized("The profile in use is \(words).")] + (lacksKey ? [Self.keyless] : [])
  }

  package static var keyless: String {
    localized(
      """
      An age limit needs certificates from TMDB: without a key every title is hidden. Set one: movierpc \
      --profile default settings set tmdb.key
      """)
  }
}

extension RPCClient {
  /// Nil if the daemon does not report it.
  package mutating func activeProfile() -> ActiveProfile? {
    let profiles = try? json("profiles")
    return ActiveProfile(profiles, settings: try? json("settings"))
  }
}
