package import JSONRPC
package import MovieProtocol

/// The lines below an answer made from its `meta`: how old it is, what is hidden, the source of the data.
package enum MetaLines {
  /// Each with its line end, dim; empty if there is nothing to report.
  static func text(_ meta: JSONView<Meta>, on screen: Screen) -> String {
    // Without a key everything is local; that is worth a line only if nothing is found.
    let lines = [
      corrected(meta), isKeyless(meta) ? nil : freshness(meta), hidden(meta),
      attribution(meta),
    ]
    return lines.compactMap(\.self).map { line in
      screen.remark(line)
    }.joined()
  }

  /// Why an answer may be empty: sentences to print separately from the answer.
  package static func reasons(_ meta: JSONView<Meta>) -> [String] {
    // Hidden titles were found, and a key would not show them.
    let hidden = hidden(meta)
    return [isKeyless(meta) && hidden != nil ? nil : freshness(meta), hidden].compactMap(\.self)
  }

  private static func freshness(_ meta: JSONView<Meta>) -> String? {
    let isStale = meta.cache == .stale
    let age = Quantity.milliseconds(max(0, meta[\.fetchedAt]?.intValue ?? 0))
    guard meta.isOffline == true || meta.text(\.reason) != nil else {
      return isStale ? localized("This was cached \(age) ago and may be out of date.") : nil
    }
    let trouble = UpstreamTrouble(meta.reason)
    return isStale
      ? localized("Cached \(age) ago; \(trouble.text)") : localized("From local facts; \(trouble.text)")
  }

  /// TMDB is not queried, for want of a key.
  static func isKeyless(_ meta: JSONView<Meta>) -> Bool {
    meta.reason == .noKey && meta.cache != .stale
  }

  private static func corrected(_ meta: JSONView<Meta>) -> String? {
    meta.corrected.map { localized("Also searched for \"\($0)\".") }
  }

  private static func hidden(_ meta: JSONView<Meta>) -> String? {
    guard let count = meta.hidden, count > 0 else { return nil }
    return localized("\(Quantity.count(count, .title)) hidden by the age limit of this profile.")
  }

  private static func attribution(_ meta: JSONView<Meta>) -> String? {
    guard !meta.attribution.isEmpty else { return nil }
    let date = meta.asOf.map { localized(", as of \($0)") } ?? ""
    return localized("Data: \(meta.attribution.joined(separator: ", "))") + date
  }
}

/// `reason` of `meta` and of `status` as text for people: the problem, and the command that fixes it.
struct UpstreamTrouble {
  /// `TMDB refuses the key: movierpc settings set tmdb.key`
  let text: String

  /// - Parameter reason: nil, and words of newer daemons: nothing more is known.
  init(_ reason: Meta.Reason?) {
    text =
      switch reason {
      case .noKey: localized("no TMDB key is set: movierpc settings set tmdb.key")
      case .keyRefused: localized("TMDB refuses the key: movierpc settings set tmdb.key")
      case .rateLimited: localized("the rate limit is reached: movierpc status")
      case .upstreamError: localized("the server has an error: movierpc status")
      case .intercepted: localized("another server answered (a login page?): movierpc doctor")
      case .network, nil: localized("no answer from the network: movierpc doctor")
      }
  }
}

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
